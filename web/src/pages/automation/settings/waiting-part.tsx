import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { AreaField } from '../../../ui/form/fields.tsx';

/** What a customer reads who waits for staff. */
export function WaitingPart() {
  const t = useTexts('automation.settings');
  return (
    <Section title={t('waiting')} lead={t('waitingLead')}>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {(['queue_text', 'queue_return_text'] as const).map((name) => (
          <AreaField
            key={name}
            name={name}
            label={t(name)}
            hint={t(`${name}Hint`)}
            dir="auto"
            rows={3}
            placeholder={t(`${name}Example`)}
          />
        ))}
        <p className="text-[13px] text-faint sm:col-span-2">
          {t('returnAfter')}{' '}
          <Link to="/settings/conversations" className="text-accent underline underline-offset-4">
            {t('toTimes')}
          </Link>
        </p>
      </div>
    </Section>
  );
}
