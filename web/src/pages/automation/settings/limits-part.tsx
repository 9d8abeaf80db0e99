import { useTexts } from '../../../texts/texts.ts';
import { DurationInput } from '../../../ui/duration/duration-input.tsx';
import { Field, fieldProblem } from '../../../ui/field.tsx';
import { More } from '../../../ui/more.tsx';
import type { PartProps } from './draft.ts';
import { NumberField } from './number-field.tsx';

const MINUTE = 60;
/** Of the API. */
const MOST = { per_minute: 100, per_hour: 50, same_text: 50, fast_replies: 50 } as const;
const COUNTS = ['per_minute', 'per_hour', 'same_text', 'fast_replies'] as const;
const LONGEST_PAUSE = 1_440 * MINUTE;
const MAX_BUDGET = 1_000;

/** What stops two programs that answer each other. */
export function LimitsPart({ draft, problem, set }: PartProps) {
  const t = useTexts('automation.settings');
  const { breakers, device_budget_per_minute: budget } = draft;
  const isWrong = ['breakers', 'device_budget_per_minute'].some((name) => fieldProblem(problem, name));
  const change = (part: Partial<typeof breakers>) => set({ breakers: { ...breakers, ...part } });
  return (
    <More title={t('limits')} lead={t('limitsLead')} isOpen={isWrong} className="bg-card">
      <p className="max-w-prose text-soft">{t('limitsMore')}</p>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {COUNTS.map((name) => (
          <NumberField
            key={name}
            label={t(name)}
            problem={fieldProblem(problem, `breakers.${name}`)}
            {...{ min: 1, max: MOST[name] }}
            value={breakers[name]}
            onValue={(count) => change({ [name]: count })}
          />
        ))}
        <Field
          label={t('pause')}
          hint={t('pauseHint')}
          problem={fieldProblem(problem, 'breakers.open_minutes')}
        >
          {(control) => (
            <div className="max-w-72">
              <DurationInput
                {...control}
                {...{ min: MINUTE, max: LONGEST_PAUSE }}
                label={t('pause')}
                required
                seconds={Number.isNaN(breakers.open_minutes) ? null : breakers.open_minutes * MINUTE}
                onSeconds={(seconds) =>
                  change({ open_minutes: Math.round((seconds ?? Number.NaN) / MINUTE) })
                }
              />
            </div>
          )}
        </Field>
        <NumberField
          label={t('budget')}
          hint={t('budgetHint')}
          problem={fieldProblem(problem, 'device_budget_per_minute')}
          isOptional
          {...{ min: 1, max: MAX_BUDGET }}
          value={budget ?? Number.NaN}
          onValue={(count) => set({ device_budget_per_minute: Number.isNaN(count) ? null : count })}
        />
      </div>
    </More>
  );
}
