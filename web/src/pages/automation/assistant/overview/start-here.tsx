import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';

const STEPS = ['teach', 'try', 'watch', 'switchOn'] as const;

/** For an assistant that knows nothing yet: what to do first. */
export function StartHere() {
  const t = useTexts('assistant.overview');
  return (
    <Section title={t('startTitle')} lead={t('startLead')}>
      <ol className="grid gap-3 sm:grid-cols-2">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft
                text-[13px] font-medium text-accent"
            >
              {index + 1}
            </span>
            <span className="grid gap-0.5">
              <span className="font-medium">{t(step)}</span>
              <span className="text-soft">{t(`${step}Lead`)}</span>
            </span>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 pt-4">
        <Button asChild kind="primary">
          <Link to="/automation/assistant/faqs" search={{ edit: 'new' }}>
            {t('firstPair')}
          </Link>
        </Button>
        <Button asChild>
          <Link to="/automation/assistant/faqs/import">{t('importPairs')}</Link>
        </Button>
      </div>
    </Section>
  );
}
