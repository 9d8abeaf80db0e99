import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../../api/schemas.ts';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Section } from '../../ui/card.tsx';
import { Choice } from '../../ui/field.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { CsvButton } from './csv-button.tsx';
import { figuresQuery } from './queries.ts';
import type { Asked } from './span.ts';

type Row = Schema<'ConversationFiguresRow'>;
const DAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const COUNTS = {
  hoursIn: ({ messages_in }: Row) => messages_in ?? 0,
  hoursAnswered: ({ first_answers: first, next_answers: next, bot_answers }: Row) =>
    first.count + next.count + bot_answers,
};
type Kind = keyof typeof COUNTS;

/** At which hours of the week customers write, and are answered: darker is more. */
export function HoursSection({ asked }: { asked: Asked }) {
  const [t, format] = [useTexts('reports.page'), useFormat()];
  const [kind, setKind] = useState<Kind>('hoursIn');
  const figures = useQuery(figuresQuery(asked, 'hour'));
  const data = figures.data?.data ?? [];
  const rows = data.map((row) => [
    format.weekday(row.weekday ?? 1),
    row.hour ?? 0,
    COUNTS.hoursIn(row),
    COUNTS.hoursAnswered(row),
  ]);
  const head = [t('weekday'), t('hour'), t('hoursIn'), t('hoursAnswered')];
  const actions = (
    <>
      <Choice
        aria-label={t('hours')}
        className="h-8! w-auto! text-[13px]"
        value={kind}
        options={[
          ['hoursIn', t('hoursIn')],
          ['hoursAnswered', t('hoursAnswered')],
        ]}
        onValue={setKind}
      />
      <CsvButton title={t('hours')} {...{ head, rows }} />
    </>
  );
  const timezone = figures.data?.timezone ?? '';
  return (
    <Section title={t('hours')} lead={t('hoursLead', { timezone })} actions={actions}>
      <Loaded query={figures} loading={<Skeleton lines={6} />}>
        {() => <Week rows={data} label={t(kind)} countOf={COUNTS[kind]} />}
      </Loaded>
    </Section>
  );
}

interface WeekProps {
  rows: readonly Row[];
  label: string;
  countOf: (row: Row) => number;
}

function Week({ rows, label, countOf }: WeekProps) {
  const [t, format] = [useTexts('reports.page'), useFormat()];
  const counts = new Map(rows.map((row) => [`${row.weekday} ${row.hour}`, countOf(row)]));
  const most = Math.max(0, ...counts.values());
  const busiest = rows.find((row) => countOf(row) === most);
  if (!busiest || most === 0) return <p className="text-soft">{t('noHours')}</p>;
  const values = {
    count: most,
    day: format.weekday(busiest.weekday ?? 1),
    hour: hourText(busiest.hour ?? 0),
  };
  return (
    <div className="grid gap-2">
      <p>{t('busiest', values)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone */}
      <section className="overflow-x-auto" aria-label={label} tabIndex={0}>
        <table
          aria-label={label}
          className="w-full min-w-160 table-fixed border-separate border-spacing-0.5 text-xs"
        >
          <thead className="text-faint">
            <tr>
              <td className="w-12" />
              {HOURS.map((hour) => (
                <th key={hour} scope="col" className="font-normal">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {DAYS.map((day) => (
              <tr key={day}>
                <th scope="row" className="pr-1 text-left font-normal whitespace-nowrap text-soft">
                  {format.weekday(day)}
                </th>
                {HOURS.map((hour) => (
                  <Cell key={hour} count={counts.get(`${day} ${hour}`) ?? 0} {...{ day, hour, most }} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

interface CellProps {
  day: number;
  hour: number;
  count: number;
  most: number;
}

function Cell({ day, hour, count, most }: CellProps) {
  const [t, format] = [useTexts('reports.page'), useFormat()];
  const title = t('hourCell', { count, day: format.weekday(day), hour: hourText(hour) });
  return (
    <td className="relative h-6 rounded-sm bg-hover p-0" title={title}>
      <span
        className="absolute inset-0 rounded-sm bg-accent"
        style={{ opacity: shadeOf(count / most) }}
        aria-hidden
      />
      <span className="sr-only">{count}</span>
    </td>
  );
}

/** Few messages are still seen. */
const shadeOf = (share: number) => (share === 0 ? 0 : 0.15 + 0.85 * share);

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
