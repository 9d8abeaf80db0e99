import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { ChangeConversationSettings } from '../../../api/limits.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { DurationField } from '../../../ui/form/duration-field.tsx';
import { AreaField, CheckField, NumberField, SelectField } from '../../../ui/form/fields.tsx';
import { PageForm } from '../../../ui/form/form.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { notify } from '../../../ui/toast.tsx';
import { SettingsFrame } from '../frame.tsx';
import { formOf, settingsOf } from './rating-form.ts';
import { RatingPart } from './rating-part.tsx';

type Settings = Schema<'ConversationSettings'>;

const settingsQuery = queryOptions({
  queryKey: ['conversation-settings'],
  queryFn: () => call('GET /conversations/settings'),
});

/** Idle times and the assignment of conversations. */
export function ConversationsPage() {
  const settings = useQuery(settingsQuery);
  return (
    <SettingsFrame>
      <Loaded query={settings}>{(present) => <SettingsForm present={present} />}</Loaded>
    </SettingsFrame>
  );
}

function SettingsForm({ present }: { present: Settings }) {
  const [t, ui] = [useTexts('settings.page'), useTexts('common.ui')];
  return (
    <PageForm
      limits={ChangeConversationSettings}
      initial={formOf(present)}
      save={(form) => call('PATCH /conversations/settings', { body: settingsOf(form) })}
      saved={formOf}
      onSaved={(saved) => {
        queryClient.setQueryData(settingsQuery.queryKey, saved);
        notify(t('saved'));
      }}
      action={ui('save')}
    >
      <IdleTimes />
      <Section title={t('assignment')} lead={t('assignmentLead')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            name="auto_assign"
            label={t('autoAssign')}
            options={[
              ['off', t('assignOff')],
              ['round_robin', t('assignRobin')],
            ]}
          />
          <NumberField name="max_open_per_user" label={t('maxOpen')} hint={t('maxOpenHint')} />
        </div>
      </Section>
      <Section title={t('targets')} lead={t('targetsLead')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <DurationField
            unit={60}
            name="first_answer_minutes"
            label={t('firstTarget')}
            hint={t('targetHint')}
          />
          <DurationField
            unit={60}
            name="next_answer_minutes"
            label={t('nextTarget')}
            hint={t('targetHint')}
          />
        </div>
      </Section>
      <RatingPart />
      <Section title={t('contactsPart')} lead={t('contactsPartLead')}>
        <CheckField
          name="senders_as_contacts"
          label={t('sendersAsContacts')}
          hint={t('sendersAsContactsHint')}
        />
      </Section>
      <Section title={t('calls')} lead={t('callsLead')}>
        <AreaField
          name="reject_calls_text"
          label={t('rejectCalls')}
          hint={t('rejectCallsHint')}
          dir="auto"
          rows={3}
          placeholder={t('rejectCallsExample')}
        />
      </Section>
      <Section title={t('reading')} lead={t('readingLead')}>
        <SelectField
          name="read_receipts"
          label={t('readReceipts')}
          options={[
            ['never', t('receiptsNever')],
            ['on_reply', t('receiptsReply')],
            ['on_open', t('receiptsOpen')],
          ]}
        />
      </Section>
    </PageForm>
  );
}

function IdleTimes() {
  const t = useTexts('settings.page');
  const times = [
    ['human_idle_return_minutes', 'humanIdle', 'humanIdleHint'],
    ['queue_return_minutes', 'queueReturn', 'queueReturnHint'],
    ['bot_idle_close_minutes', 'botIdle', 'botIdleHint'],
  ] as const;
  return (
    <Section title={t('idle')} lead={t('idleLead')}>
      <div className="grid gap-4 sm:grid-cols-2">
        {times.map(([name, label, hint]) => (
          <DurationField key={name} unit={60} name={name} label={t(label)} hint={t(hint)} />
        ))}
      </div>
    </Section>
  );
}
