import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { labelsQuery } from '../../../../queries/labels.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { fieldProblem } from '../../../../ui/field.tsx';
import { FormFacts } from '../../../../ui/form/facts.ts';
import { CheckField, ChipsField, NumberField, SelectField } from '../../../../ui/form/fields.tsx';
import { flowsQuery } from '../queries.ts';
import type { RuleKind } from '../rule.ts';

/** What the rule does beside its messages. */
export function ActFields({ kind }: { kind: RuleKind }) {
  const t = useTexts('rules.editor');
  return (
    <>
      {kind === 'keyword' && <KeywordActs />}
      {kind === 'greeting' && <GreetingActs />}
      <NumberField name="priority" label={t('priority')} hint={t('priorityHint')} className="max-w-24" />
    </>
  );
}

function KeywordActs() {
  const t = useTexts('rules.editor');
  const { problem } = useContext(FormFacts);
  const flows = useQuery(flowsQuery).data ?? [];
  const labels = (useQuery(labelsQuery).data?.data ?? []).map(({ name }) => name);
  const named = flows.map(
    ({ id, name, published_version: version }) =>
      [id, version === null ? t('notPublished', { name }) : name] as const,
  );
  return (
    <>
      <SelectField name="start_flow" label={t('flow')} options={[[null, t('noFlow')], ...named]} />
      <CheckField
        name="hand_off"
        label={t('handOff')}
        hint={fieldProblem(problem, 'hand_off') ?? t('handOffHint')}
      />
      <CheckField name="interrupts_flows" label={t('interrupts')} hint={t('interruptsHint')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <ChipsField name="add_labels" label={t('addLabels')} suggestions={labels} />
        <ChipsField name="remove_labels" label={t('removeLabels')} suggestions={labels} />
      </div>
    </>
  );
}

function GreetingActs() {
  const t = useTexts('rules.editor');
  return (
    <>
      <NumberField
        name="greet_after_days"
        label={t('greetAfter')}
        hint={t('greetAfterHint')}
        className="max-w-24"
      />
      <CheckField name="greet_always" label={t('greetAlways')} />
    </>
  );
}
