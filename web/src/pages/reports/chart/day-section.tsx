import type { ReactNode } from 'react';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { Table, Td } from '../../../ui/table.tsx';
import { CsvButton } from '../csv-button.tsx';
import { Chart, type Line } from './chart.tsx';

interface Props {
  title: string;
  lead?: ReactNode;
  dates: readonly string[];
  lines: readonly Line[];
  /** More of them than the chart shows. */
  columns?: readonly Line[];
}

/** A chart over days, with its numbers as a table and as a file. */
export function DaySection({ title, lead, dates, lines, columns = lines }: Props) {
  const t = useTexts('reports.page');
  const format = useFormat();
  const head = [t('day'), ...columns.map(({ label }) => label)];
  const rows = dates.map((date, index) => [date, ...columns.map(({ values }) => values[index] ?? null)]);
  return (
    <Section title={title} lead={lead} actions={<CsvButton {...{ title, head, rows }} />}>
      <Chart label={title} dates={dates} lines={lines} />
      <details className="mt-3">
        <summary className="text-[13px] text-soft">{t('asTable')}</summary>
        <div className="mt-2 max-h-96 overflow-y-auto">
          <Table aria-label={title} head={[t('day')]} numbers={columns.map(({ label }) => label)}>
            {dates.map((date, index) => (
              <tr key={date}>
                <Td className="whitespace-nowrap">{format.day(`${date}T12:00:00`)}</Td>
                {columns.map(({ label, values }) => (
                  <Td key={label} className="text-right tabular-nums">
                    {values[index] === null ? '–' : format.number(values[index] ?? 0)}
                  </Td>
                ))}
              </tr>
            ))}
          </Table>
        </div>
      </details>
    </Section>
  );
}
