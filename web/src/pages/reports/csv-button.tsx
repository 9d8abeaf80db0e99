import { Download } from 'lucide-react';
import { csvLine, separatorFor } from '../../../../src/platform/lib/csv-line.ts';
import { downloadCsv } from '../../csv/download.ts';
import { useLanguage } from '../../texts/language.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';

type Cell = string | number | null;

interface Props {
  /** Of the chart or table, and of the file. */
  title: string;
  head: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** Saves what a chart or table shows, for the spreadsheets of the language. */
export function CsvButton({ title, head, rows }: Props) {
  const t = useTexts('reports.page');
  const language = useLanguage();
  const save = () => {
    const separator = separatorFor(language);
    const written = (cell: Cell) => (typeof cell === 'number' ? numberIn(cell, separator) : (cell ?? ''));
    const lines = [head, ...rows].map((row) => csvLine(row.map(written), separator));
    downloadCsv(`${title}.csv`, lines.join(''));
  };
  return (
    <Button size="small" onClick={save} icon={Download} aria-label={t('csvOf', { title })}>
      CSV
    </Button>
  );
}

/** Such a spreadsheet writes decimals behind a comma. */
const numberIn = (value: number, separator: ',' | ';') =>
  separator === ';' ? String(value).replace('.', ',') : String(value);
