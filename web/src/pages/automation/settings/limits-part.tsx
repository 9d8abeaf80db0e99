import { useContext } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { fieldProblem } from '../../../ui/field.tsx';
import { DurationField } from '../../../ui/form/duration-field.tsx';
import { FormFacts } from '../../../ui/form/facts.ts';
import { NumberField } from '../../../ui/form/fields.tsx';
import { More } from '../../../ui/more.tsx';

const COUNTS = ['per_minute', 'per_hour', 'same_text', 'fast_replies'] as const;

/** What stops two programs that answer each other. */
export function LimitsPart() {
  const t = useTexts('automation.settings');
  const { problem } = useContext(FormFacts);
  const isWrong = ['breakers', 'device_budget_per_minute'].some((name) => fieldProblem(problem, name));
  return (
    <More title={t('limits')} lead={t('limitsLead')} isOpen={isWrong} className="bg-card">
      <p className="max-w-prose text-soft">{t('limitsMore')}</p>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {COUNTS.map((name) => (
          <NumberField key={name} name={`breakers.${name}`} label={t(name)} className="max-w-28" />
        ))}
        <DurationField name="breakers.open_minutes" label={t('pause')} hint={t('pauseHint')} unit={60} />
        <NumberField
          name="device_budget_per_minute"
          label={t('budget')}
          hint={t('budgetHint')}
          className="max-w-28"
        />
      </div>
    </More>
  );
}
