import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Palette, Pencil, Tag } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { CreateLabel } from '../../../api/limits.ts';
import { asProblem } from '../../../api/problem.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { pagesQuery } from '../../../queries/pages.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field, fieldProblem, Input } from '../../../ui/field.tsx';
import { LABEL_COLORS, LabelBadge, type LabelColor } from '../../../ui/label-badge.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Listed } from '../../../ui/listed.tsx';
import { Menu, MenuCheck } from '../../../ui/menu.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { Empty } from '../../../ui/states.tsx';
import { notifyProblem } from '../../../ui/toast.tsx';
import { SettingsFrame } from '../frame.tsx';

type Label = Schema<'Label'>;

/** Another key than the list of the inbox, which has another shape. */
const labelsQuery = pagesQuery(['labels', 'pages'], (cursor) =>
  call('GET /labels', { query: { limit: 100, cursor } }),
);

/** The labels of conversations. */
export function LabelsPage() {
  const t = useTexts('settings.page');
  const labels = useInfiniteQuery(labelsQuery);
  return (
    <SettingsFrame>
      <p className="max-w-prose text-soft">{t('labelsLead')}</p>
      <LabelForm label={null} />
      <Listed
        query={labels}
        none={<Empty icon={<Tag aria-hidden />} title={t('noLabel')} lead={t('noLabelLead')} />}
      >
        {(label) => <LabelRow key={label.id} label={label} />}
      </Listed>
    </SettingsFrame>
  );
}

function LabelRow({ label }: { label: Label }) {
  const t = useTexts('settings.page');
  const [isRenaming, setRenaming] = useState(false);
  const remove = async () => {
    await call('DELETE /labels/{id}', { id: label.id });
    await queryClient.invalidateQueries({ queryKey: ['labels'] });
  };
  const { name, color } = label;
  return (
    <li className="flex items-center gap-2 px-4 py-2">
      {isRenaming ? (
        <LabelForm label={label} onDone={() => setRenaming(false)} />
      ) : (
        <>
          <span className="flex min-w-0 flex-1">
            <LabelBadge name={name} color={color} />
          </span>
          <ColorMenu label={label} />
          <IconButton
            small
            label={t('renameNamed', { name })}
            onClick={() => setRenaming(true)}
            icon={Pencil}
          />
          <RemoveButton
            label={t('removeNamed', { name })}
            title={t('removeLabel', { name })}
            lead={t('removeLabelLead')}
            action={t('remove')}
            run={remove}
          />
        </>
      )}
    </li>
  );
}

/** The colour applies at once. */
function ColorMenu({ label: { id, name, color } }: { label: Label }) {
  const t = useTexts('settings.page');
  const change = useMutation({
    mutationFn: (next: LabelColor) => call('PATCH /labels/{id}', { id, body: { color: next } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['labels'] }),
    onError: notifyProblem,
  });
  return (
    <Menu trigger={<IconButton small label={t('labelColorOf', { name })} icon={Palette} />}>
      {LABEL_COLORS.map((each) => (
        <MenuCheck key={each} checked={each === color} onSelect={() => change.mutate(each)}>
          <LabelBadge name={t(`color_${each}`)} color={each} />
        </MenuCheck>
      ))}
    </Menu>
  );
}

/** Adds a label, or renames one. */
function LabelForm({ label, onDone }: { label: Label | null; onDone?: () => void }) {
  const [t, ui] = [useTexts('settings.page'), useTexts('common.ui')];
  const [name, setName] = useState(label?.name ?? '');
  const save = useMutation({
    mutationFn: () =>
      label === null
        ? call('POST /labels', { body: { name } })
        : call('PATCH /labels/{id}', { id: label.id, body: { name } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['labels'] });
      if (label === null) setName('');
      onDone?.();
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="grid flex-1 gap-2" onSubmit={submit}>
      <Field label={label === null ? t('newLabel') : t('rename')} problem={fieldProblem(problem, 'name')}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              required
              autoFocus={label !== null}
              className="max-w-80"
              maxLength={CreateLabel.name.maxLength}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" kind={label === null ? 'primary' : 'plain'} busy={save.isPending}>
              {label === null ? t('add') : ui('save')}
            </Button>
            {onDone && <Button onClick={onDone}>{ui('cancel')}</Button>}
          </div>
        )}
      </Field>
      <LeaveGuard when={() => name !== (label?.name ?? '')} />
      {problem?.code !== 'invalid_fields' && <ProblemLine problem={problem} />}
    </form>
  );
}
