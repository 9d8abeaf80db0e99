import { useQuery } from '@tanstack/react-query';
import { labelsQuery } from '../../../../queries/labels.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Chips } from '../../../../ui/chips.tsx';
import { Checkbox, Field, fieldProblem, Input, Select } from '../../../../ui/field.tsx';
import { flowsQuery } from '../queries.ts';
import type { Part } from './part.ts';

const MAX_PRIORITY = 1_000;
const MAX_GREET_DAYS = 365;

/** What the rule does beside its messages. */
export function ActFields({ draft, problem, set }: Part) {
  const t = useTexts('rules.editor');
  const part = { draft, problem, set };
  return (
    <>
      {draft.kind === 'keyword' && <KeywordActs {...part} />}
      {draft.kind === 'greeting' && <GreetingActs {...part} />}
      <Field label={t('priority')} hint={t('priorityHint')} problem={fieldProblem(problem, 'priority')}>
        {(field) => (
          <Input
            {...field}
            type="number"
            required
            min={0}
            max={MAX_PRIORITY}
            className="max-w-24"
            value={draft.priority}
            onChange={(event) => set({ priority: event.target.valueAsNumber || 0 })}
          />
        )}
      </Field>
    </>
  );
}

function KeywordActs({ draft, problem, set }: Part) {
  const t = useTexts('rules.editor');
  const flows = useQuery(flowsQuery).data ?? [];
  const labels = (useQuery(labelsQuery).data?.data ?? []).map(({ name }) => name);
  return (
    <>
      <Field label={t('flow')} problem={fieldProblem(problem, 'start_flow')}>
        {(field) => (
          <Select
            {...field}
            value={draft.start_flow}
            onChange={(event) => set({ start_flow: event.target.value })}
          >
            <option value="">{t('noFlow')}</option>
            {flows.map(({ id, name, published_version: version }) => (
              <option key={id} value={id}>
                {version === null ? t('notPublished', { name }) : name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Checkbox
        label={t('handOff')}
        hint={fieldProblem(problem, 'hand_off') ?? t('handOffHint')}
        checked={draft.hand_off}
        onChange={(event) => set({ hand_off: event.target.checked })}
      />
      <Checkbox
        label={t('interrupts')}
        hint={t('interruptsHint')}
        checked={draft.interrupts_flows}
        onChange={(event) => set({ interrupts_flows: event.target.checked })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {(['add_labels', 'remove_labels'] as const).map((name) => (
          <Field
            key={name}
            label={t(name === 'add_labels' ? 'addLabels' : 'removeLabels')}
            problem={fieldProblem(problem, name)}
          >
            {(field) => (
              <Chips
                {...field}
                maxLength={50}
                suggestions={labels}
                values={draft[name]}
                onValues={(values) => set({ [name]: values })}
              />
            )}
          </Field>
        ))}
      </div>
    </>
  );
}

function GreetingActs({ draft, problem, set }: Part) {
  const t = useTexts('rules.editor');
  return (
    <>
      <Field
        label={t('greetAfter')}
        hint={t('greetAfterHint')}
        problem={fieldProblem(problem, 'greet_after_days')}
      >
        {(field) => (
          <Input
            {...field}
            type="number"
            min={1}
            max={MAX_GREET_DAYS}
            className="max-w-24"
            value={draft.greet_after_days}
            onChange={(event) => set({ greet_after_days: event.target.value })}
          />
        )}
      </Field>
      <Checkbox
        label={t('greetAlways')}
        checked={draft.greet_always}
        onChange={(event) => set({ greet_always: event.target.checked })}
      />
    </>
  );
}
