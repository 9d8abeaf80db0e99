import { Download } from 'lucide-react';
import { csvLine } from '../../../src/platform/lib/csv-line.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/card.tsx';
import { Table, Td, Th } from '../ui/table.tsx';
import { downloadCsv } from './download.ts';

const SHOWN = 20;

interface BadRow {
  line: number;
  /** In words. */
  reason: string;
  cells: readonly string[];
}

interface Props {
  rows: readonly BadRow[];
  /** With those that are not known one by one. */
  total?: number;
  /** Of the cells, in the download. */
  columns?: readonly string[];
}

/** The rows of a file that are not imported, with their lines and reasons; nothing without any. */
export function LeftOutRows({ rows, total = rows.length, columns }: Props) {
  const t = useTexts('shared.csv');
  if (total === 0) return null;
  const sorted = [...rows].sort((one, other) => one.line - other.line);
  const head = [t('line'), t('reason'), ...(columns ?? [t('row')])];
  const lines = sorted.map(({ line, reason, cells }) => csvLine([String(line), reason, ...cells]));
  const download = (
    <Button size="small" onClick={() => downloadCsv('rows-left-out.csv', csvLine(head) + lines.join(''))}>
      <Download aria-hidden />
      {t('download')}
    </Button>
  );
  return (
    <Section title={t('badTitle')} lead={t('bad', { count: total })} actions={download}>
      <Table aria-label={t('badTitle')}>
        <thead>
          <tr>
            <Th>{t('line')}</Th>
            <Th>{t('reason')}</Th>
            <Th>{t('row')}</Th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, SHOWN).map((row) => (
            <Row key={row.line} {...row} />
          ))}
        </tbody>
      </Table>
      {total > SHOWN && <p className="pt-3 text-soft">{t('moreBad', { count: total - SHOWN })}</p>}
    </Section>
  );
}

function Row({ line, reason, cells }: BadRow) {
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
