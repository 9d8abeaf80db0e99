import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../api/call.ts';
import type { Schema } from '../../api/schemas.ts';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Card, Figure, Section } from '../../ui/card.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Table, Td } from '../../ui/table.tsx';
import { DaySection } from './chart/day-section.tsx';
import { CsvButton } from './csv-button.tsx';
import { type Asked, askedIn, queryOf } from './span.ts';

const route = getRouteApi('/app/reports');
type Totals = Schema<'RatingTotals'>;

const figuresQuery = (asked: Asked, group: 'day' | 'person') =>
  queryOptions({
    queryKey: ['reports', 'ratings', group, asked],
    queryFn: () => call('GET /conversations/ratings/figures', { query: { ...queryOf(asked), group } }),
  });
const ratingsQuery = queryOptions({
  queryKey: ['reports', 'ratings', 'newest'],
  queryFn: () => call('GET /conversations/ratings', { query: { limit: 50 } }),
});

/** What customers rated, per day and person, and what they wrote. */
export function RatingsView() {
  const t = useTexts('reports.ratings');
  const figures = useQuery(figuresQuery(askedIn(route.useSearch()), 'day'));
  return (
    <Loaded query={figures}>
      {({ data, total, timezone }) =>
        total.asked === 0 ? (
          <Card>
            <Empty icon={<Star aria-hidden />} title={t('none')} lead={t('noneLead')} />
          </Card>
        ) : (
          <div className="grid gap-4">
            <Sums total={total} />
            <Days data={data} timezone={timezone} />
            <People />
            <Newest />
          </div>
        )
      }
    </Loaded>
  );
}

function Sums({ total }: { total: Totals }) {
  const [t, format] = [useTexts('reports.ratings'), useFormat()];
  const share = format.percent(total.rated / total.asked);
  return (
    <>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        <Figure label={t('average')} value={average(total, format.number)} />
        <Figure label={t('rated')} value={format.number(total.rated)} hint={t('ofAsked', { share })} />
        <Figure label={t('asked')} value={format.number(total.asked)} />
      </div>
      <Section title={t('distribution')}>
        <dl className="grid gap-2">
          {total.scores
            .map((count, index) => ({ score: index + 1, count }))
            .toReversed()
            .map(({ score, count }) => (
              <div key={score} className="flex items-center gap-3 text-sm tabular-nums">
                <dt className="w-4 text-right">{score}</dt>
                <dd className="flex flex-1 items-center gap-3">
                  <span className="h-2 flex-1 overflow-hidden rounded-full bg-active" aria-hidden>
                    <span
                      className="block h-full rounded-full bg-accent"
                      style={{ width: `${total.rated === 0 ? 0 : (count / total.rated) * 100}%` }}
                    />
                  </span>
                  <span className="w-12 text-right">{format.number(count)}</span>
                </dd>
              </div>
            ))}
        </dl>
      </Section>
    </>
  );
}

const average = ({ average: value }: Totals, write: (value: number) => string): string =>
  value === null ? '–' : write(value);

function Days({ data, timezone }: { data: readonly Schema<'RatingFiguresRow'>[]; timezone: string }) {
  const [t, page] = [useTexts('reports.ratings'), useTexts('reports.page')];
  const dates = data.map(({ date }) => date ?? '');
  const lines = [{ label: t('average'), values: data.map((row) => row.average) }];
  const columns = [
    ...lines,
    { label: t('rated'), values: data.map(({ rated }) => rated) },
    { label: t('asked'), values: data.map(({ asked }) => asked) },
  ];
  return (
    <DaySection
      title={t('perDay')}
      lead={page('perDayLead', { timezone })}
      dates={dates}
      lines={lines}
      columns={columns}
    />
  );
}

function People() {
  const [t, format] = [useTexts('reports.ratings'), useFormat()];
  const { data: figures } = useQuery(figuresQuery(askedIn(route.useSearch()), 'person'));
  const rows = figures?.data ?? [];
  const numbers = [t('average'), t('rated'), t('asked'), '5', '4', '3', '2', '1'];
  const valuesOf = (row: Totals) => [row.average, row.rated, row.asked, ...row.scores.toReversed()];
  const head = [t('person'), ...numbers];
  const cells = rows.map((row) => [row.person?.name ?? '', ...valuesOf(row)]);
  return (
    <Section
      title={t('perPerson')}
      lead={t('perPersonLead')}
      actions={<CsvButton title={t('perPerson')} head={head} rows={cells} />}
    >
      <Table aria-label={t('perPerson')} head={[t('person')]} numbers={numbers}>
        {rows.map((row) => (
          <tr key={row.person?.id ?? `name ${row.person?.name}`}>
            <Td className="max-w-64">
              <bdi className="block truncate">{row.person?.name}</bdi>
            </Td>
            <Numbers values={valuesOf(row).map((value) => (value === null ? '–' : format.number(value)))} />
          </tr>
        ))}
      </Table>
    </Section>
  );
}

function Numbers({ values }: { values: readonly ReactNode[] }) {
  return values.map((value, index) => (
    // The cells have a fixed order.
    <Td key={['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'][index]} className="text-right tabular-nums">
      {value}
    </Td>
  ));
}

function Newest() {
  const [t, format] = [useTexts('reports.ratings'), useFormat()];
  const ratings = useQuery(ratingsQuery);
  return (
    <Section title={t('newest')} lead={t('newestLead')}>
      <Loaded query={ratings}>
        {({ data }) => (
          <Table
            aria-label={t('newest')}
            head={[t('time'), t('customer'), t('score'), t('comment'), t('person')]}
          >
            {data.map((row) => (
              <tr key={`${row.conversation_id} ${row.asked_at}`}>
                <Td className="whitespace-nowrap">{format.moment(row.rated_at)}</Td>
                <Td className="max-w-48">
                  <a className="text-accent" href={`/app/inbox/${row.conversation_id}`}>
                    <bdi className="block truncate">{row.name ?? row.phone}</bdi>
                  </a>
                </Td>
                <Td className="tabular-nums">{t('scoreOf', { score: row.score })}</Td>
                <Td className="max-w-md">
                  <bdi className="line-clamp-3 break-words">{row.comment ?? '–'}</bdi>
                </Td>
                <Td className="max-w-48">
                  <bdi className="block truncate">{row.resolved_by}</bdi>
                </Td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
    </Section>
  );
}
