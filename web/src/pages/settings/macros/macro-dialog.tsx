import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { SaveInboxMacro } from '../../../api/limits.ts';
import type { Schema } from '../../../api/schemas.ts';
import { labelsQuery } from '../../../queries/labels.ts';
import { macrosQuery } from '../../../queries/macros.ts';
import { usePlaceholders } from '../../../queries/own-fields.ts';
import { useMay } from '../../../session/session.ts';
import { presenceQuery } from '../../../shell/presence.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Checks } from '../../../ui/checks.tsx';
import { useField } from '../../../ui/form/facts.ts';
import { AreaField, CheckField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { cannedRepliesQuery } from '../canned-replies/queries.ts';
import { bodyOf, type Draft, draftOf } from './draft.ts';

const VARIABLES = ['{{customer.name}}', '{{customer.first_name}}', '{{agent.name}}', '{{device.label}}'];
const KEYS = [...'123456789'] as const;
const ENDS = [
  ...(['resolve', 'reopen', 'give_back'] as const),
  ...(['snooze_hour', 'snooze_three_hours', 'snooze_tomorrow', 'snooze_monday', 'snooze_week'] as const),
];

interface Props {
  /** Null: a new one. */
  macro: Schema<'InboxMacro'> | null;
  onClose: () => void;
}

/** What a macro does, in the order in which it does it. */
export function MacroDialog({ macro, onClose }: Props) {
  const t = useTexts('settings.macros');
  const mayShare = useMay('admin');
  return (
    <FormDialog
      title={t(macro ? 'change' : 'new')}
      lead={t('orderLead')}
      firm
      limits={SaveInboxMacro}
      initial={draftOf(macro)}
      save={(draft) => {
        const body = bodyOf(draft);
        return macro === null
          ? call('POST /macros', { body })
          : call('PUT /macros/{id}', { id: macro.id, body });
      }}
      changes={macrosQuery.queryKey}
      onClose={onClose}
    >
      {(draft: Draft) => (
        <>
          <TextField name="name" label={t('name')} />
          <ReplyFields kind={draft.kind} />
          <AreaField name="acts.note" label={t('note')} hint={t('noteHint')} required={false} rows={2} />
          <LabelChecks name="acts.labels.add" label={t('addLabels')} />
          <LabelChecks name="acts.labels.remove" label={t('removeLabels')} />
          <AssignField />
          <SelectField
            name="acts.end"
            label={t('end')}
            options={[['', t('end_none')], ...ENDS.map((end) => [end, t(`end_${end}`)] as const)]}
          />
          <SelectField
            name="key"
            label={t('key')}
            hint={t('keyHint')}
            options={[[null, t('noKey')], ...KEYS.map((key) => [key, key] as const)]}
            className="max-w-32"
          />
          {mayShare && <CheckField name="is_shared" label={t('share')} />}
        </>
      )}
    </FormDialog>
  );
}

function ReplyFields({ kind }: { kind: Draft['kind'] }) {
  const t = useTexts('settings.macros');
  const canned = useInfiniteQuery(cannedRepliesQuery).data?.pages.flatMap(({ data }) => data) ?? [];
  const variables = [...VARIABLES, ...usePlaceholders()].join(', ');
  return (
    <>
      <SelectField
        name="kind"
        label={t('reply')}
        options={(['none', 'canned', 'text'] as const).map((each) => [each, t(`reply_${each}`)] as const)}
      />
      {kind === 'canned' && (
        <SelectField
          name="acts.reply.canned_reply_id"
          label={t('canned')}
          options={[
            ['', t('chooseCanned')],
            ...canned.map(({ id, shortcut, title }) => [id, `/${shortcut} ${title}`] as const),
          ]}
        />
      )}
      {kind === 'text' && (
        <AreaField
          name="acts.reply.body"
          label={t('text')}
          hint={t('textHint', { variables })}
          required
          rows={3}
        />
      )}
    </>
  );
}

/** A label that is gone is not kept. */
function LabelChecks({ name, label }: { name: string; label: string }) {
  const { value, setValue, problem } = useField<readonly string[]>(name);
  const labels = useQuery(labelsQuery).data?.data ?? [];
  const known = value.filter((id) => labels.some((each) => each.id === id));
  if (labels.length === 0) return null;
  return (
    <Checks
      {...{ legend: label, problem }}
      className="max-h-32 overflow-y-auto sm:grid-cols-2"
      items={labels.map(({ id, name: text }) => ({ id, label: text }))}
      chosen={known}
      onChange={setValue}
    />
  );
}

function AssignField() {
  const t = useTexts('settings.macros');
  const { value } = useField<string>('acts.assign');
  const users = useQuery(presenceQuery).data?.data ?? [];
  const isGone = !['', 'me', 'no_user'].includes(value) && !users.some(({ id }) => id === value);
  return (
    <SelectField
      name="acts.assign"
      label={t('assign')}
      options={[
        ['', t('assign_none')],
        ['me', t('assign_me')],
        ['no_user', t('assign_nobody')],
        ...users.map(({ id, name }) => [id, name] as const),
        ...(isGone ? [[value, t('assign_gone')] as const] : []),
      ]}
    />
  );
}
