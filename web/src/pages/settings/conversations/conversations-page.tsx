import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { DurationInput } from '../../../ui/duration/duration-input.tsx';
import { Field, fieldProblem, Input, Select, TextArea } from '../../../ui/field.tsx';
import { LeaveGuard, useUnsaved } from '../../../ui/leave-guard.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { notify } from '../../../ui/toast.tsx';
import { SettingsFrame } from '../frame.tsx';

type Settings = Schema<'ConversationSettings'>;

const settingsQuery = queryOptions({
  queryKey: ['conversation-settings'],
  queryFn: () => ok(api.GET('/app/api/conversations/settings')),
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

const MINUTE = 60;
/** Of the API: seven days. */
const LONGEST = 10_080 * MINUTE;
const TIMES = {
  human_idle_return_minutes: { label: 'humanIdle', hint: 'humanIdleHint', isOptional: true },
  queue_return_minutes: { label: 'queueReturn', hint: 'queueReturnHint', isOptional: true },
  bot_idle_close_minutes: { label: 'botIdle', hint: 'botIdleHint', isOptional: false },
} as const;
type TimeField = keyof typeof TIMES;

const RECEIPT_TEXTS = { never: 'receiptsNever', on_reply: 'receiptsReply', on_open: 'receiptsOpen' } as const;
const READ_RECEIPTS = ['never', 'on_reply', 'on_open'] as const;
const readReceiptsOf = (value: string) => READ_RECEIPTS.find((each) => each === value) ?? 'never';

interface Draft extends Record<TimeField, number | null> {
  auto_assign: Settings['auto_assign'];
  max_open_per_user: string;
  reject_calls_text: string;
  read_receipts: Settings['read_receipts'];
}

const draftOf = (present: Settings): Draft => ({
  human_idle_return_minutes: present.human_idle_return_minutes,
  queue_return_minutes: present.queue_return_minutes,
  bot_idle_close_minutes: present.bot_idle_close_minutes,
  auto_assign: present.auto_assign,
  max_open_per_user: String(present.max_open_per_user ?? ''),
  reject_calls_text: present.reject_calls_text ?? '',
  read_receipts: present.read_receipts,
});

const bodyOf = (draft: Draft) => ({
  ...draft,
  bot_idle_close_minutes: Number(draft.bot_idle_close_minutes),
  max_open_per_user: draft.max_open_per_user.trim() === '' ? null : Number(draft.max_open_per_user),
  reject_calls_text: draft.reject_calls_text.trim() === '' ? null : draft.reject_calls_text,
});

const secondsOf = (minutes: number | null) => (minutes === null ? null : minutes * MINUTE);

function SettingsForm({ present }: { present: Settings }) {
  const [t, ui] = [useTexts('settings.page'), useTexts('common.ui')];
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(present));
  const { isUnsaved, settle } = useUnsaved(draft);
  const change = (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part }));
  const save = useMutation({
    mutationFn: (sent: Draft) => ok(api.PATCH('/app/api/conversations/settings', { body: bodyOf(sent) })),
    onSuccess: (saved, sent) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      // What was typed meanwhile stays.
      setDraft((now) => (now === sent ? draftOf(saved) : now));
      settle(draftOf(saved));
      notify(t('saved'));
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(draft);
  };
  const time = (name: TimeField) => (
    <Field label={t(TIMES[name].label)} hint={t(TIMES[name].hint)} problem={fieldProblem(problem, name)}>
      {(control) => (
        <DurationInput
          {...control}
          label={t(TIMES[name].label)}
          required={!TIMES[name].isOptional}
          {...{ min: MINUTE, max: LONGEST }}
          seconds={secondsOf(draft[name])}
          onSeconds={(seconds) => change({ [name]: seconds === null ? null : Math.round(seconds / MINUTE) })}
        />
      )}
    </Field>
  );
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <Section title={t('idle')} lead={t('idleLead')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {time('human_idle_return_minutes')}
          {time('queue_return_minutes')}
          {time('bot_idle_close_minutes')}
        </div>
      </Section>
      <Section title={t('assignment')} lead={t('assignmentLead')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('autoAssign')} problem={fieldProblem(problem, 'auto_assign')}>
            {(control) => (
              <Select
                {...control}
                value={draft.auto_assign}
                onChange={({ target }) =>
                  change({ auto_assign: target.value === 'round_robin' ? 'round_robin' : 'off' })
                }
              >
                <option value="off">{t('assignOff')}</option>
                <option value="round_robin">{t('assignRobin')}</option>
              </Select>
            )}
          </Field>
          <Field
            label={t('maxOpen')}
            hint={t('maxOpenHint')}
            problem={fieldProblem(problem, 'max_open_per_user')}
          >
            {(control) => (
              <Input
                {...control}
                type="number"
                min={1}
                value={draft.max_open_per_user}
                onChange={({ target }) => change({ max_open_per_user: target.value })}
              />
            )}
          </Field>
        </div>
      </Section>
      <Section title={t('calls')} lead={t('callsLead')}>
        <Field
          label={t('rejectCalls')}
          hint={t('rejectCallsHint')}
          problem={fieldProblem(problem, 'reject_calls_text')}
        >
          {(control) => (
            <TextArea
              {...control}
              dir="auto"
              rows={3}
              maxLength={4_096}
              placeholder={t('rejectCallsExample')}
              value={draft.reject_calls_text}
              onChange={({ target }) => change({ reject_calls_text: target.value })}
            />
          )}
        </Field>
      </Section>
      <ReadMarks
        value={draft.read_receipts}
        problem={fieldProblem(problem, 'read_receipts')}
        onChange={(read_receipts) => change({ read_receipts })}
      />
      <ProblemLine problem={problem} />
      <LeaveGuard when={isUnsaved} />
      <Button kind="primary" type="submit" className="justify-self-start" busy={save.isPending}>
        {ui('save')}
      </Button>
    </form>
  );
}

interface ReadMarksProps {
  value: Settings['read_receipts'];
  problem: string | undefined;
  onChange(value: Settings['read_receipts']): void;
}

function ReadMarks({ value, problem, onChange }: ReadMarksProps) {
  const t = useTexts('settings.page');
  return (
    <Section title={t('reading')} lead={t('readingLead')}>
      <Field label={t('readReceipts')} problem={problem}>
        {(control) => (
          <Select
            {...control}
            value={value}
            onChange={({ target }) => onChange(readReceiptsOf(target.value))}
          >
            {READ_RECEIPTS.map((each) => (
              <option key={each} value={each}>
                {t(RECEIPT_TEXTS[each])}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Section>
  );
}
