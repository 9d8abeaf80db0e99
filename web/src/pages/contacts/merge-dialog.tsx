import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Schema } from '../../api/schemas.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { notify } from '../../ui/toast.tsx';
import { MIN_SEARCH } from './queries.ts';

interface Props {
  person: Schema<'Person'>;
  phone: string;
  onClose: () => void;
}

/** Chooses another person among those with a conversation, and shows both as one. */
export function MergeDialog({ person, phone, onClose }: Props) {
  const [t, common] = [useTexts('contacts.page'), useTexts('common.ui')];
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('');
  const q = useDeferredValue(text.trim());
  const found = useQuery({
    queryKey: ['people', q],
    queryFn: () => call('GET /conversations', { query: { q, limit: 20 } }),
    enabled: q.length >= MIN_SEARCH,
  });
  const merge = useMutation({
    mutationFn: () => {
      return call('POST /people/{id}/merge', { id: person.id, body: { person_id: chosen } });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['person', phone] });
      notify(t('merged'));
      onClose();
    },
  });
  const people = new Map((found.data?.data ?? []).map((each) => [each.person.id, each.person]));
  people.delete(person.id);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('merge')}
      lead={t('mergeLead')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            kind="primary"
            busy={merge.isPending}
            disabled={!people.has(chosen)}
            onClick={() => merge.mutate()}
          >
            {t('mergeNow')}
          </Button>
        </>
      }
    >
      <Field label={t('otherPerson')} hint={t('otherPersonHint')}>
        {(field) => (
          <Input {...field} type="search" value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <div role="radiogroup" aria-label={t('otherPerson')} className="grid max-h-64 overflow-y-auto">
        {q.length >= MIN_SEARCH && found.data && people.size === 0 && (
          <p className="text-soft">{t('noOtherPerson')}</p>
        )}
        {[...people.values()].map(({ id, name, phone: number }) => (
          <label key={id} className="flex items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-hover">
            <input
              type="radio"
              name="person"
              className="accent-accent"
              checked={chosen === id}
              onChange={() => setChosen(id)}
            />
            <bdi className="truncate">{name ?? number}</bdi>
            <span className="text-soft tabular-nums">{number}</span>
          </label>
        ))}
      </div>
      <ProblemLine problem={merge.error} />
    </Dialog>
  );
}
