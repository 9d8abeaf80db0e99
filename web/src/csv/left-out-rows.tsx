import { Download } from 'lucide-react';
import { csvLine, separatorFor } from '../../../src/platform/lib/csv-line.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/card.tsx';
import { Table, Td } from '../ui/table.tsx';
import { downloadCsv } from './download.ts';

const SHOWN = 20;

interface Props<Row> {
  rows: readonly Row[];
  /** In words. Asked for the shown rows, and for all in the download. */
  reasonOf: (row: Row) => string;
  cellsOf: (row: Row) => readonly string[];
  /** With those that are not known one by one. */
  total?: number;
  /** Of the cells, in the download. */
  columns?: readonly string[];
}

/** The rows of a file that are not imported, with their lines and reasons; nothing without any. */
export function LeftOutRows<Row extends { line: number }>(props: Props<Row>) {
  const { rows, reasonOf, cellsOf, total = rows.length, columns } = props;
  const t = useTexts('shared.csv');
  if (total === 0) return null;
  const sorted = [...rows].sort((one, other) => one.line - other.line);
  const head = [t('line'), t('reason'), ...(columns ?? [t('row')])];
  const save = () => {
    const separator = separatorFor(navigator.language);
    const lines = sorted.map((row) => [String(row.line), reasonOf(row), ...cellsOf(row)]);
    downloadCsv('rows-left-out.csv', [head, ...lines].map((cells) => csvLine(cells, separator)).join(''));
  };
  const download = (
    <Button size="small" onClick={save} icon={Download}>
      {t('download')}
    </Button>
  );
  return (
    <Section title={t('badTitle')} lead={t('bad', { count: total })} actions={download}>
      <Table aria-label={t('badTitle')} head={[t('line'), t('reason'), t('row')]}>
        {sorted.slice(0, SHOWN).map((row) => (
          <ShownRow key={row.line} line={row.line} reason={reasonOf(row)} cells={cellsOf(row)} />
        ))}
      </Table>
      {total > SHOWN && <p className="pt-3 text-soft">{t('moreBad', { count: total - SHOWN })}</p>}
    </Section>
  );
}

function ShownRow({ line, reason, cells }: { line: number; reason: string; cells: readonly string[] }) {
  const text = cells.join(', ');
  return (
    <tr>
      <Td className="text-soft tabular-nums">{line}</Td>
      <Td>{reason}</Td>
      <Td className="max-w-80 truncate" title={text}>
        <bdi>{text}</bdi>
      </Td>
    </tr>
  );
}
