import { Download } from 'lucide-react';
import { csvLine } from '../../../../../src/platform/lib/csv-line.ts';
import { downloadCsv } from '../../../csv/download.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Table, Td, Th } from '../../../ui/table.tsx';
import type { BadRow } from './plan.ts';

const SHOWN = 20;

/** The rows that are not imported, with their lines and reasons; nothing without any. */
export function BadRows({ rows }: { rows: readonly BadRow[] }) {
  const t = useTexts('contacts.import');
  if (rows.length === 0) return null;
  const reasonOf = ({ reason, detail }: BadRow) => t(reason, { detail });
  const save = () =>
    downloadCsv(
      'rows-left-out.csv',
      [
        csvLine([t('line'), t('reason'), t('row')]),
        ...rows.map((row) => csvLine([String(row.line), reasonOf(row), ...row.cells])),
      ].join(''),
    );
  return (
    <Section
      title={t('badTitle')}
      lead={t('bad', { count: rows.length })}
      actions={
        <Button size="small" onClick={save}>
          <Download aria-hidden />
          {t('download')}
        </Button>
      }
    >
      <Table aria-label={t('badTitle')}>
        <thead>
          <tr>
            <Th>{t('line')}</Th>
            <Th>{t('reason')}</Th>
            <Th>{t('row')}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map((row) => (
            <tr key={row.line}>
              <Td className="text-soft tabular-nums">{row.line}</Td>
              <Td>{reasonOf(row)}</Td>
              <Td className="max-w-80 truncate" title={row.cells.join(', ')}>
                <bdi>{row.cells.join(', ')}</bdi>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {rows.length > SHOWN && (
        <p className="pt-3 text-soft">{t('moreBad', { count: rows.length - SHOWN })}</p>
      )}
    </Section>
  );
}
