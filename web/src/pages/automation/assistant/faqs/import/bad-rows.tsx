import { Download } from 'lucide-react';
import { csvLine } from '../../../../../../../src/platform/lib/csv-line.ts';
import { downloadCsv } from '../../../../../csv/download.ts';
import { useTexts } from '../../../../../texts/texts.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Section } from '../../../../../ui/card.tsx';
import { Table, Td, Th } from '../../../../../ui/table.tsx';
import type { BadRow } from './plan.ts';

const SHOWN = 20;

interface Props {
  rows: readonly BadRow[];
  /** With those that are not known one by one. */
  total: number;
}

/** The rows that are not imported, with their lines and reasons; nothing without any. */
export function BadRows({ rows, total }: Props) {
  const t = useTexts('assistant.faqsImport');
  if (total === 0) return null;
  const sorted = [...rows].sort((one, other) => one.line - other.line);
  const textOf = ({ reason, detail }: BadRow) => t(reason, { detail });
  const save = () =>
    downloadCsv(
      'rows-left-out.csv',
      csvLine([t('line'), t('reason'), t('question'), t('answer')]) +
        sorted.map((row) => csvLine([String(row.line), textOf(row), row.question, row.answer])).join(''),
    );
  return (
    <Section
      title={t('badTitle')}
      lead={t('bad', { count: total })}
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
          {sorted.slice(0, SHOWN).map((row) => (
            <tr key={row.line}>
              <Td className="text-soft tabular-nums">{row.line}</Td>
              <Td>{textOf(row)}</Td>
              <Td className="max-w-72 truncate" title={`${row.question} · ${row.answer}`}>
                <bdi>{row.question}</bdi> · <bdi>{row.answer}</bdi>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {total > SHOWN && <p className="pt-3 text-soft">{t('moreBad', { count: total - SHOWN })}</p>}
    </Section>
  );
}
