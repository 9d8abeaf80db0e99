import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { topGapsQuery } from '../queries.ts';

/** The questions to teach first; nothing without any. */
export function TopGaps() {
  const t = useTexts('assistant.overview');
  const gaps = (useQuery(topGapsQuery).data?.data ?? []).filter(({ examples }) => examples.length > 0);
  if (gaps.length === 0) return null;
  return (
    <Section
      title={t('gaps')}
      lead={t('gapsLead')}
      actions={
        <Button asChild size="small">
          <Link to="/automation/assistant/gaps">{t('allGaps')}</Link>
        </Button>
      }
    >
      <ul className="grid gap-1.5">
        {gaps.map(({ id, examples: [example], count }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <bdi className="min-w-0 wrap-anywhere">{example?.question}</bdi>
            <span className="text-[13px] text-faint tabular-nums">{t('asked', { count })}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
