import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../../api/schemas.ts';
import { ShareFigure } from '../../knowledge/share-figure.tsx';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, Figure, Section } from '../../ui/card.tsx';
import { Choice } from '../../ui/field.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { DaySection } from './chart/day-section.tsx';
import { assistantReportQuery } from './queries.ts';
import { askedIn } from './span.ts';

const route = getRouteApi('/app/reports');
type Totals = Schema<'AssistantTotals'>;
type Example = Schema<'AssistantExample'>;

/** How much the assistant answers, and how often it was right. */
export function AssistantView() {
  const t = useTexts('reports.page');
  const [mode, setMode] = useState<'live' | 'shadow'>('live');
  const report = useQuery(assistantReportQuery(askedIn(route.useSearch()), mode));
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3">
        <Choice
          aria-label={t('mode')}
          className="w-auto!"
          value={mode}
          options={[
            ['live', t('live')],
            ['shadow', t('shadow')],
          ]}
          onValue={(chosen) => setMode(chosen === 'shadow' ? 'shadow' : 'live')}
        />
        <p className="text-[13px] text-faint">{t(mode === 'live' ? 'liveHint' : 'shadowHint')}</p>
      </div>
      <Loaded query={report}>
        {({ total, examples, days, timezone }) =>
          total.judged === 0 ? (
            <Card>
              <Empty icon={<Bot aria-hidden />} title={t('noAssistant')} lead={t('noAssistantLead')} />
            </Card>
          ) : (
            <>
              <Shares total={total} mode={mode} />
              <Days days={days} timezone={timezone} />
              <Examples examples={examples} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function Shares({ total, mode }: { total: Totals; mode: 'live' | 'shadow' }) {
  const t = useTexts('reports.page');
  const format = useFormat();
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure label={t('judged')} value={format.number(total.judged)} />
      <ShareFigure label={t('answered')} share={total.answered} />
      <ShareFigure label={t('clarified')} share={total.clarified} />
      <ShareFigure label={t('handedOff')} share={total.handed_off} />
      <ShareFigure label={t('right')} share={total.right} />
      {mode === 'live' ? (
        <>
          <ShareFigure label={t('picked')} share={total.picked} />
          <ShareFigure label={t('takenOver')} share={total.taken_over} />
        </>
      ) : (
        <>
          <Figure label={t('agrees')} value={format.number(total.agrees)} />
          <Figure label={t('differs')} value={format.number(total.differs)} />
        </>
      )}
    </div>
  );
}

function Days({ days, timezone }: Pick<Schema<'AssistantReport'>, 'days' | 'timezone'>) {
  const t = useTexts('reports.page');
  const lines = [
    { label: t('answered'), values: days.map(({ answered }) => answered.count) },
    { label: t('handedOff'), values: days.map(({ handed_off }) => handed_off.count) },
    { label: t('clarified'), values: days.map(({ clarified }) => clarified.count) },
  ];
  const dates = days.map(({ date }) => date);
  return (
    <DaySection
      title={t('answersPerDay')}
      lead={t('answersPerDayLead', { timezone })}
      {...{ dates, lines }}
    />
  );
}

function Examples({ examples }: { examples: readonly Example[] }) {
  const t = useTexts('reports.page');
  if (examples.length === 0) return null;
  return (
    <Section title={t('examples')} lead={t('examplesLead')}>
      <ul className="grid divide-y divide-line">
        {examples.map((example) => (
          <li key={example.decision_id} className="grid gap-1 py-3">
            <div className="flex items-start justify-between gap-3">
              <p className="font-medium">
                <bdi>{example.question}</bdi>
              </p>
              <Badge tone={example.kind === 'right' ? 'good' : example.kind === 'wrong' ? 'bad' : 'neutral'}>
                {t(`kind_${example.kind}`)}
              </Badge>
            </div>
            {example.answer && (
              <p className="text-soft">
                <bdi>{example.answer}</bdi>
              </p>
            )}
            {example.staff_answer && (
              <p className="text-soft">
                {t('staffSaid')} <bdi>{example.staff_answer}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
