import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Table, Td } from '../../ui/table.tsx';

export interface Line {
  label: string;
  /** One for each day. Null: there was none. */
  values: readonly (number | null)[];
}

interface Props {
  /** Of the chart. */
  title: string;
  dates: readonly string[];
  lines: readonly Line[];
}

/** The numbers of a chart, for those who cannot see it, or want to copy them. */
export function DayTable({ title, dates, lines }: Props) {
  const t = useTexts('reports.page');
  const format = useFormat();
  return (
    <details className="mt-3">
      <summary className="text-[13px] text-soft">{t('asTable')}</summary>
      <div className="mt-2 max-h-96 overflow-y-auto">
        <Table aria-label={title} head={[t('day')]} numbers={lines.map(({ label }) => label)}>
          {dates.map((date, index) => (
            <tr key={date}>
              <Td className="whitespace-nowrap">{format.day(`${date}T12:00:00`)}</Td>
              {lines.map(({ label, values }) => (
                <Td key={label} className="text-right tabular-nums">
                  {values[index] === null ? '–' : format.number(values[index] ?? 0)}
                </Td>
              ))}
            </tr>
          ))}
        </Table>
      </div>
    </details>
  );
}
