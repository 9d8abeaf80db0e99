import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Field, fieldProblem, Input, Select } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { notify } from '../../../ui/toast.tsx';
import { SettingsFrame } from '../frame.tsx';
import { settingsTexts } from '../texts.ts';

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

const NUMBERS = {
  human_idle_return_minutes: { label: 'humanIdle', hint: 'humanIdleHint', isOptional: true },
  queue_return_minutes: { label: 'queueReturn', hint: 'queueReturnHint', isOptional: true },
  bot_idle_close_minutes: { label: 'botIdle', hint: 'botIdleHint', isOptional: false },
  max_open_per_user: { label: 'maxOpen', hint: 'maxOpenHint', isOptional: true },
} as const;
type NumberField = keyof typeof NUMBERS;

const textOf = (value: number | null) => (value === null ? '' : String(value));
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));

function SettingsForm({ present }: { present: Settings }) {
  const [t, ui] = [useTexts(settingsTexts), useTexts(uiTexts)];
  const client = useQueryClient();
  const [assign, setAssign] = useState(present.auto_assign);
  const [texts, setTexts] = useState<Record<NumberField, string>>({
    human_idle_return_minutes: textOf(present.human_idle_return_minutes),
    queue_return_minutes: textOf(present.queue_return_minutes),
    bot_idle_close_minutes: textOf(present.bot_idle_close_minutes),
    max_open_per_user: textOf(present.max_open_per_user),
  });
  const save = useMutation({
    mutationFn: () => {
      const body = {
        auto_assign: assign,
        human_idle_return_minutes: numberOf(texts.human_idle_return_minutes),
        queue_return_minutes: numberOf(texts.queue_return_minutes),
        bot_idle_close_minutes: Number(texts.bot_idle_close_minutes),
        max_open_per_user: numberOf(texts.max_open_per_user),
      };
      return ok(api.PATCH('/app/api/conversations/settings', { body }));
    },
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      notify(t('saved'));
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const number = (name: NumberField) => (
    <Field
      label={
        name === 'max_open_per_user' ? t(NUMBERS[name].label) : `${t(NUMBERS[name].label)} (${t('minutes')})`
      }
      hint={t(NUMBERS[name].hint)}
      problem={fieldProblem(problem, name)}
    >
      {(control) => (
        <Input
          {...control}
          type="number"
          min={1}
          required={!NUMBERS[name].isOptional}
          value={texts[name]}
          onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <Section title={t('idle')} lead={t('idleLead')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {number('human_idle_return_minutes')}
          {number('queue_return_minutes')}
          {number('bot_idle_close_minutes')}
        </div>
      </Section>
      <Section title={t('assignment')} lead={t('assignmentLead')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('autoAssign')} problem={fieldProblem(problem, 'auto_assign')}>
            {(control) => (
              <Select
                {...control}
                value={assign}
                onChange={({ target }) => setAssign(target.value === 'round_robin' ? 'round_robin' : 'off')}
              >
                <option value="off">{t('assignOff')}</option>
                <option value="round_robin">{t('assignRobin')}</option>
              </Select>
            )}
          </Field>
          {number('max_open_per_user')}
        </div>
      </Section>
      <ProblemLine problem={problem} />
      <Button kind="primary" type="submit" className="justify-self-start" busy={save.isPending}>
        {ui('save')}
      </Button>
    </form>
  );
}
