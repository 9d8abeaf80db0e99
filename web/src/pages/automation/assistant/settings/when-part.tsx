import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../../texts/texts.ts';
import { Section } from '../../../../ui/card.tsx';
import { ChipsField, SelectField } from '../../../../ui/form/fields.tsx';
import { DevicesField } from '../devices-field.tsx';

const SCHEDULES = ['always', 'open', 'closed'] as const;

/** Where and when it answers. */
export function WhenPart() {
  const t = useTexts('assistant.settings');
  const toHours = (
    <Link to="/settings/business-hours" className="text-accent hover:underline">
      {t('toHours')}
    </Link>
  );
  return (
    <Section title={t('when')}>
      <div className="grid gap-4">
        <DevicesField />
        <SelectField
          name="schedule"
          label={t('schedule')}
          hint={toHours}
          className="max-w-80"
          options={SCHEDULES.map((schedule) => [schedule, t(`schedule_${schedule}`)])}
        />
        <ChipsField name="start_words" label={t('startWords')} hint={t('startWordsHint')} />
      </div>
    </Section>
  );
}
