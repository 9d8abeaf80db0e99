import { useContext } from 'react';
import { CreateAutoReply } from '../../../../api/limits.ts';
import type { Problem } from '../../../../api/problem.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { FormFacts } from '../../../../ui/form/facts.ts';
import { FormDialog } from '../../../../ui/form/form.tsx';
import { More } from '../../../../ui/more.tsx';
import { bodyOf, type Draft } from '../draft.ts';
import { saveRule } from '../queries.ts';
import type { Warning } from '../rule.ts';
import { ActFields } from './act-fields.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { ReplyFields } from './reply-fields.tsx';
import { TriggerFields } from './trigger-fields.tsx';

interface Props {
  draft: Draft;
  onClose: () => void;
  onSaved: (warnings: readonly Warning[]) => void;
}

/** A new rule, or a changed one. */
export function RuleDialog({ draft: first, onClose, onSaved }: Props) {
  const t = useTexts('rules.editor');
  return (
    <FormDialog
      title={t(first.id === null ? 'newTitle' : 'changeTitle')}
      width="wide"
      firm
      limits={CreateAutoReply}
      initial={first}
      save={(draft) => saveRule(draft.id, bodyOf(draft))}
      onSaved={({ warnings }) => onSaved(warnings)}
      onClose={onClose}
    >
      {(draft) => <RuleFields draft={draft} />}
    </FormDialog>
  );
}

function RuleFields({ draft }: { draft: Draft }) {
  const t = useTexts('rules.editor');
  const { problem } = useContext(FormFacts);
  const { kind, match } = draft;
  return (
    <>
      <TriggerFields isNew={draft.id === null} kind={kind} match={match} />
      <ReplyFields kind={kind} />
      <More title={t('conditions')} lead={t('conditionsHint')} isOpen={hasConditions(draft, problem)}>
        <ConditionFields kind={kind} />
        <CustomerFields />
      </More>
      <More title={t('acts')} isOpen={hasActs(draft, problem)}>
        <ActFields kind={kind} />
      </More>
    </>
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
