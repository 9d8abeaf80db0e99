import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { DurationField } from '../../../ui/form/duration-field.tsx';
import { CheckField, NumberField } from '../../../ui/form/fields.tsx';

/** How fast answers come. */
export function TimingPart() {
  const t = useTexts('automation.settings');
  return (
    <Section title={t('timing')} lead={t('timingLead')}>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {(['min_seconds', 'max_seconds'] as const).map((end) => (
          <NumberField
            key={end}
            name={`reply_delay.${end}`}
            label={t(end)}
            hint={t(`${end}Hint`)}
            className="max-w-28"
            step="any"
          />
        ))}
        <CheckField name="typing" label={t('typing')} hint={t('typingHint')} className="sm:col-span-2" />
        <CheckField name="one_text" label={t('oneText')} hint={t('oneTextHint')} className="sm:col-span-2" />
        <NumberField
          name="debounce_seconds"
          label={t('debounce')}
          hint={t('debounceHint')}
          className="max-w-28"
        />
        <DurationField name="max_age_seconds" label={t('maxAge')} hint={t('maxAgeHint')} />
      </div>
    </Section>
  );
}
