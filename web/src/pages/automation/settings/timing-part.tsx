import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { DurationInput } from '../../../ui/duration/duration-input.tsx';
import { Checkbox, Field, fieldProblem } from '../../../ui/field.tsx';
import type { PartProps } from './draft.ts';
import { NumberField } from './number-field.tsx';

/** Of the API, in seconds. */
const LONGEST_WAIT = 10;
const AGE = { min: 30, max: 86_400 };

/** How fast answers come. */
export function TimingPart({ draft, problem, set }: PartProps) {
  const t = useTexts('automation.settings');
  const { reply_delay: delay, max_age_seconds: age } = draft;
  return (
    <Section title={t('timing')} lead={t('timingLead')}>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {(['min_seconds', 'max_seconds'] as const).map((end) => (
          <NumberField
            key={end}
            label={t(end)}
            hint={t(`${end}Hint`)}
            problem={fieldProblem(problem, `reply_delay.${end}`)}
            {...{ min: 0, max: LONGEST_WAIT, step: 'any' }}
            value={delay[end]}
            onValue={(seconds) => set({ reply_delay: { ...delay, [end]: seconds } })}
          />
        ))}
        <Checkbox
          className="sm:col-span-2"
          label={t('typing')}
          hint={t('typingHint')}
          checked={draft.typing}
          onChange={({ target }) => set({ typing: target.checked })}
        />
        <Checkbox
          className="sm:col-span-2"
          label={t('oneText')}
          hint={t('oneTextHint')}
          checked={draft.one_text}
          onChange={({ target }) => set({ one_text: target.checked })}
        />
        <NumberField
          label={t('debounce')}
          hint={t('debounceHint')}
          problem={fieldProblem(problem, 'debounce_seconds')}
          {...{ min: 0, max: LONGEST_WAIT }}
          value={draft.debounce_seconds}
          onValue={(debounce_seconds) => set({ debounce_seconds })}
        />
        <Field label={t('maxAge')} hint={t('maxAgeHint')} problem={fieldProblem(problem, 'max_age_seconds')}>
          {(control) => (
            <div className="max-w-72">
              <DurationInput
                {...control}
                {...AGE}
                label={t('maxAge')}
                required
                seconds={Number.isNaN(age) ? null : age}
                onSeconds={(seconds) => set({ max_age_seconds: seconds ?? Number.NaN })}
              />
            </div>
          )}
        </Field>
      </div>
    </Section>
  );
}
