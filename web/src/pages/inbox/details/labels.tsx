import { useMutation, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '../../../api/call.ts';
import { ChangeConversationLabels } from '../../../api/limits.ts';
import { asProblem } from '../../../api/problem.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { labelsQuery, useLabelColors } from '../../../queries/labels.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Choice, Input } from '../../../ui/field.tsx';
import { LabelBadge } from '../../../ui/label-badge.tsx';
import { notifyProblem } from '../../../ui/toast.tsx';
import { useAct } from '../acts.ts';
import { Part } from './part.tsx';

/** The labels of a conversation. Admins also make new ones here. */
export function Labels({ conversation }: { conversation: Schema<'Conversation'> }) {
  const t = useTexts('chat.details');
  const act = useAct(conversation);
  const colorOf = useLabelColors();
  const { labels } = conversation;
  const change = (add: string[], remove: string[]) => act.mutate({ type: 'labels', add, remove });
  return (
    <Part title={t('labels')}>
      <ul className="flex flex-wrap gap-1.5 empty:hidden">
        {labels.map((label) => (
          <li key={label} className="flex max-w-full">
            <LabelBadge name={label} color={colorOf(label)} className="max-w-full">
              <button
                type="button"
                aria-label={t('removeLabel', { name: label })}
                className="rounded-full hover:bg-hover"
                onClick={() => change([], [label])}
              >
                <X className="size-3" aria-hidden />
              </button>
            </LabelBadge>
          </li>
        ))}
      </ul>
      <AddLabel labels={labels} onAdd={(name) => change([name], [])} />
    </Part>
  );
}

function AddLabel({ labels, onAdd }: { labels: readonly string[]; onAdd: (name: string) => void }) {
  const t = useTexts('chat.details');
  const isAdmin = useMay('admin');
  const all = useQuery(labelsQuery).data?.data ?? [];
  const rest = all.filter(({ name }) => !labels.includes(name));
  if (isAdmin) return <NewLabel names={rest.map(({ name }) => name)} onAdd={onAdd} />;
  return (
    <Choice
      aria-label={t('addLabel')}
      value=""
      options={[['', t('addLabel')], ...rest.map(({ name }) => [name, name] as const)]}
      onValue={(name) => name !== '' && onAdd(name)}
    />
  );
}

function NewLabel({ names, onAdd }: { names: string[]; onAdd: (name: string) => void }) {
  const t = useTexts('chat.details');
  const list = useId();
  const [text, setText] = useState('');
  const make = useMutation({
    mutationFn: (name: string) => call('POST /labels', { body: { name } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: labelsQuery.queryKey }),
  });
  const add = async () => {
    const name = text.trim();
    if (name === '') return;
    const isKnown = names.some((known) => known.toLowerCase() === name.toLowerCase());
    try {
      if (!isKnown) await make.mutateAsync(name);
    } catch (error) {
      // Another user has just made it.
      if (asProblem(error).status !== 409) return notifyProblem(error);
    }
    onAdd(name);
    setText('');
  };
  return (
    <>
      <Input
        aria-label={t('addLabel')}
        placeholder={t('addLabel')}
        list={list}
        value={text}
        maxLength={ChangeConversationLabels['add.*'].maxLength}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && void add()}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
