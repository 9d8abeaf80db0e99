import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { lazy, Suspense } from 'react';
import type { Schema } from '../../api/schemas.ts';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Figure, Section } from '../../ui/card.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { DayTable } from './day-table.tsx';
import { useOnTime } from './on-time.ts';
import { figuresQuery } from './queries.ts';
import { useSeconds } from './seconds.ts';

const DayChart = lazy(() => import('./day-chart.tsx'));
const route = getRouteApi('/app/reports');

/** Messages of customers, and how long they waited. */
export function ChatsView() {
  const t = useTexts('reports.page');
  const figures = useQuery(figuresQuery(route.useSearch(), 'day'));
  return (
    <Loaded query={figures}>
      {({ data, total, timezone }) => {
        const dates = data.map(({ date }) => date ?? '');
        const lines = [
          { label: t('messagesIn'), values: data.map(({ messages_in }) => messages_in ?? 0) },
          { label: t('opened'), values: data.map(({ opened }) => opened ?? 0) },
          { label: t('botAnswers'), values: data.map(({ bot_answers }) => bot_answers) },
        ];
        const minutes = (seconds: number | null) => (seconds === null ? null : Math.round(seconds / 6) / 10);
        const waits = [
          { label: t('medianMinutes'), values: data.map((row) => minutes(row.first_answers.median_seconds)) },
          { label: t('p90Minutes'), values: data.map((row) => minutes(row.first_answers.p90_seconds)) },
        ];
        return (
          <div className="grid gap-4">
            <Totals total={total} />
            <Section title={t('perDay')} lead={t('perDayLead', { timezone })}>
              <Suspense fallback={<Skeleton lines={6} />}>
                <DayChart label={t('perDay')} dates={dates} lines={lines} />
              </Suspense>
              <DayTable title={t('perDay')} dates={dates} lines={lines} />
            </Section>
            <Section title={t('firstAnswer')} lead={t('firstAnswerLead')}>
              <Suspense fallback={<Skeleton lines={6} />}>
                <DayChart label={t('firstAnswer')} dates={dates} lines={waits} />
              </Suspense>
              <DayTable title={t('firstAnswer')} dates={dates} lines={waits} />
            </Section>
          </div>
        );
      }}
    </Loaded>
  );
}

function Totals({ total }: { total: Schema<'ConversationTotals'> }) {
  const t = useTexts('reports.page');
  const format = useFormat();
  const seconds = useSeconds();
  const onTime = useOnTime()(total);
  const { first_answers: first } = total;
  return (
    <div className={clsx('grid grid-cols-2 gap-3', onTime === null ? 'lg:grid-cols-4' : 'lg:grid-cols-3')}>
      <Figure label={t('messagesIn')} value={format.number(total.messages_in ?? 0)} />
      <Figure label={t('opened')} value={format.number(total.opened ?? 0)} />
      <Figure
        label={t('firstAnswer')}
        value={seconds(first.median_seconds)}
        hint={first.count > 0 && t('p90', { time: seconds(first.p90_seconds) })}
      />
      <Figure
        label={t('firstAnswerOpen')}
        value={seconds(first.median_open_seconds)}
        hint={first.count > 0 && t('p90', { time: seconds(first.p90_open_seconds) })}
      />
      {onTime !== null && <Figure label={t('onTime')} value={onTime} hint={t('onTimeHint')} />}
      <Figure label={t('botAnswers')} value={format.number(total.bot_answers)} />
      <Figure label={t('resolved')} value={format.number(total.resolved)} />
      <Figure label={t('openNow')} value={format.number(total.open ?? 0)} />
      <Figure label={t('waitingNow')} value={format.number(total.waiting ?? 0)} />
    </div>
  );
}
