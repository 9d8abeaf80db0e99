import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { Schema } from '../../api/schemas.ts';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Figure } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';
import { DaySection } from './chart/day-section.tsx';
import { Compared } from './compared.tsx';
import { HoursSection } from './hours-section.tsx';
import { useOnTime } from './on-time.ts';
import { figuresQuery } from './queries.ts';
import { useSeconds } from './seconds.ts';
import { type Asked, askedIn, beforeOf } from './span.ts';
import { TrendFigure } from './trend-figure.tsx';

const route = getRouteApi('/app/reports');
type Figures = Schema<'ConversationFigures'>;

/** Messages of customers, and how long they waited. */
export function ChatsView() {
  const t = useTexts('reports.page');
  const asked = askedIn(route.useSearch());
  const figures = useQuery(figuresQuery(asked, 'day'));
  return (
    <Loaded query={figures}>
      {({ data, total, timezone, from, to }) => {
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
            <Totals total={total} before={beforeOf({ from, to }, asked.device)} />
            <DaySection title={t('perDay')} lead={t('perDayLead', { timezone })} {...{ dates, lines }} />
            <DaySection title={t('firstAnswer')} lead={t('firstAnswerLead')} dates={dates} lines={waits} />
            <HoursSection asked={asked} />
          </div>
        );
      }}
    </Loaded>
  );
}

function Totals({ total, before }: { total: Figures['total']; before: Asked }) {
  const t = useTexts('reports.page');
  const format = useFormat();
  const seconds = useSeconds();
  const onTime = useOnTime()(total);
  const was = useQuery(figuresQuery(before, 'day')).data?.total;
  const { first_answers: first } = total;
  const wait = { write: seconds, isTime: true };
  return (
    <>
      <div className={clsx('grid grid-cols-2 gap-3', onTime === null ? 'lg:grid-cols-4' : 'lg:grid-cols-3')}>
        <TrendFigure label={t('messagesIn')} value={total.messages_in} before={was?.messages_in} />
        <TrendFigure label={t('opened')} value={total.opened} before={was?.opened} />
        <TrendFigure
          label={t('firstAnswer')}
          value={first.median_seconds}
          before={was?.first_answers.median_seconds}
          hint={first.count > 0 && t('p90', { time: seconds(first.p90_seconds) })}
          {...wait}
        />
        <TrendFigure
          label={t('firstAnswerOpen')}
          value={first.median_open_seconds}
          before={was?.first_answers.median_open_seconds}
          hint={first.count > 0 && t('p90', { time: seconds(first.p90_open_seconds) })}
          {...wait}
        />
        {onTime !== null && <Figure label={t('onTime')} value={onTime} hint={t('onTimeHint')} />}
        <TrendFigure label={t('botAnswers')} value={total.bot_answers} before={was?.bot_answers} />
        <TrendFigure label={t('resolved')} value={total.resolved} before={was?.resolved} />
        <Figure label={t('openNow')} value={format.number(total.open ?? 0)} />
        <Figure label={t('waitingNow')} value={format.number(total.waiting ?? 0)} />
      </div>
      <Compared before={before} />
    </>
  );
}
