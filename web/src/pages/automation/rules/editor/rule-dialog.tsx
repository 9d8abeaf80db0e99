import { useMutation } from '@tanstack/react-query';
import { deepEqual } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { asProblem, type Problem } from '../../../../api/problem.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { More } from '../../../../ui/more.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { bodyOf, type Draft } from '../draft.ts';
import { saveRule } from '../queries.ts';
import type { Warning } from '../rule.ts';
import { ActFields } from './act-fields.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { CustomerFields } from './customer-fields.tsx';
import type { Part } from './part.ts';
import { ReplyFields } from './reply-fields.tsx';
import { TriggerFields } from './trigger-fields.tsx';

interface Props {
  draft: Draft;
  onClose: () => void;
  onSaved: (warnings: readonly Warning[]) => void;
}

/** A new rule, or a changed one. */
export function RuleDialog({ draft: first, onClose, onSaved }: Props) {
  const [t, ui] = [useTexts('rules.editor'), useTexts('common.ui')];
  const form = useId();
  const [draft, setDraft] = useState(first);
  const save = useMutation({
    mutationFn: () => saveRule(draft.id, bodyOf(draft)),
    onSuccess: ({ warnings }) => onSaved(warnings),
  });
  const problem = save.error && asProblem(save.error);
  const part: Part = { draft, problem, set: (change) => setDraft({ ...draft, ...change }) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={save.isPending}>
        {ui('save')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      firm
      width="wide"
      unsaved={() => !save.isSuccess && !deepEqual(draft, first)}
      onClose={onClose}
      title={t(draft.id === null ? 'newTitle' : 'changeTitle')}
      footer={footer}
    >
      <form id={form} className="grid gap-5" onSubmit={submit}>
        <TriggerFields {...part} />
        <ReplyFields {...part} />
        <More title={t('conditions')} lead={t('conditionsHint')} isOpen={hasConditions(draft, problem)}>
          <ConditionFields {...part} />
          <CustomerFields {...part} />
        </More>
        <More title={t('acts')} isOpen={hasActs(draft, problem)}>
          <ActFields {...part} />
        </More>
        <ProblemLine problem={save.error} />
      </form>
    </Dialog>
  );
}

const CONDITIONS = ['device_uuids', 'hours', 'schedule', 'conditions', 'cooldown_seconds'];
const ACTS = [
  'start_flow',
  'hand_off',
  'interrupts_flows',
  'add_labels',
  'remove_labels',
  'greet_after_days',
];

/** What is set, or wrong, must be seen. */
function hasConditions(draft: Draft, problem: Problem | null): boolean {
  const { device_uuids, hours, schedule, conditions, cooldown_seconds: pause } = bodyOf(draft);
  const isLimited = (draft.kind !== 'away' && hours !== 'any') || pause > 0;
  return (
    isLimited ||
    [device_uuids, schedule, conditions].some((part) => part !== null) ||
    isAmong(problem, CONDITIONS)
  );
}

function hasActs(draft: Draft, problem: Problem | null): boolean {
  const { start_flow, hand_off, interrupts_flows, add_labels, remove_labels } = bodyOf(draft);
  const isSet = start_flow !== null || hand_off || interrupts_flows;
  return isSet || add_labels.length + remove_labels.length > 0 || isAmong(problem, ACTS);
}

const isAmong = (problem: Problem | null, names: readonly string[]) =>
  Object.keys(problem?.fields ?? {}).some((path) => names.includes(path.split('.')[0] ?? ''));
