import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import type { Schema } from '../../../../api/schemas.ts';
import { ShareFigure } from '../../../../knowledge/share-figure.tsx';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Card, Figure } from '../../../../ui/card.tsx';
import { Choice } from '../../../../ui/field.tsx';
import { Empty, Loaded } from '../../../../ui/states.tsx';
import { Head } from '../head.tsx';
import { reportQuery } from '../queries.ts';
import { ExampleList } from './example-list.tsx';
import { DAYS, resultSearch } from './search.ts';

/** What the assistant answered, or would have, beside what staff answered. */
export function ResultsPage() {
  const [t, all] = [useTexts('assistant.results'), useTexts('assistant.page')];
  const search = useSearch({ from: '/app/automation/assistant/results' });
  const navigate = useNavigate({ from: '/automation/assistant/results' });
  const { days = 7, mode } = search;
  const report = useQuery(reportQuery(days, mode));
  const shown = mode ?? report.data?.mode ?? 'live';
  return (
    <>
      <Head title={all('results')} lead={t(shown === 'live' ? 'liveLead' : 'shadowLead')} />
      <div className="flex flex-wrap gap-3">
        <Choice
          aria-label={t('mode')}
          className="w-auto!"
          value={shown}
          options={[
            ['live', t('live')],
            ['shadow', t('shadow')],
          ]}
          onValue={(chosen) => void navigate({ search: resultSearch({ ...search, mode: chosen }) })}
        />
        <Choice
          aria-label={t('days')}
          className="w-auto!"
          value={days}
          options={DAYS.map((count) => [count, t('lastDays', { count })])}
          onValue={(chosen) => void navigate({ search: resultSearch({ ...search, days: chosen }) })}
        />
      </div>
      <Loaded query={report}>
        {({ total, examples }) =>
          total.judged === 0 ? (
            <Card>
              <Empty
                icon={<Bot aria-hidden />}
                title={t('none')}
                lead={t(shown === 'live' ? 'noneLive' : 'noneShadow')}
              />
            </Card>
          ) : (
            <>
              <Figures total={total} mode={shown} />
              <ExampleList examples={examples} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function Figures({ total, mode }: { total: Schema<'AssistantTotals'>; mode: 'live' | 'shadow' }) {
  const [t, format] = [useTexts('assistant.results'), useFormat()];
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <Figure label={t('judged')} value={format.number(total.judged)} />
      <ShareFigure label={t('answered')} share={total.answered} />
      <ShareFigure label={t('clarified')} share={total.clarified} />
      <ShareFigure label={t('handedOff')} share={total.handed_off} />
      <ShareFigure label={t('right')} share={total.right} />
      {mode === 'shadow' ? (
        <>
          <Figure label={t('agrees')} value={format.number(total.agrees)} hint={t('agreesHint')} />
          <Figure label={t('differs')} value={format.number(total.differs)} hint={t('differsHint')} />
          <Figure label={t('unclear')} value={format.number(total.unclear)} hint={t('unclearHint')} />
        </>
      ) : (
        <>
          <ShareFigure label={t('picked')} share={total.picked} />
          <ShareFigure label={t('takenOver')} share={total.taken_over} />
        </>
      )}
    </div>
  );
}
