import { useState } from 'react';
import { CsvProblem, type Row, readCsv } from '../../../csv/csv.ts';
import { CsvField } from '../../../csv/csv-field.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { type GivenRate, useSaveRates } from './save-rates.ts';

const COLUMNS = ['market', 'category', 'valid_from', 'currency', 'amount'] as const;

/** Saves the rates of a file; others stay. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [t, ui] = [useTexts('operator.rates'), useTexts('common.ui')];
  const [rates, setRates] = useState<GivenRate[] | null>(null);
  const { save, problem } = useSaveRates(onClose);
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button
        kind="primary"
        disabled={!rates}
        busy={save.isPending}
        onClick={() => rates && save.mutate(rates)}
      >
        {t('import')}
      </Button>
    </>
  );
  return (
    <Dialog open firm onClose={onClose} width="small" title={t('importTitle')} footer={footer}>
      <CsvField
        hint={t('importHint', { columns: COLUMNS.join(', ') })}
        read={withColumns}
        onFile={(file) => setRates(file && ratesIn(file.rows))}
      />
      <ProblemLine problem={problem} />
    </Dialog>
  );
}

const namesOf = (rows: readonly Row[]) => (rows[0]?.cells ?? []).map((name) => name.trim().toLowerCase());

function withColumns(text: string): Row[] {
  const rows = readCsv(text);
  if (!COLUMNS.every((column) => namesOf(rows).includes(column))) throw new CsvProblem('notText');
  return rows;
}

function ratesIn(rows: readonly Row[]): GivenRate[] {
  const places = COLUMNS.map((column) => namesOf(rows).indexOf(column));
  return rows.slice(1).map(({ cells }) => {
    const [market = '', category = '', valid_from = '', currency = '', amount = ''] = places.map((place) =>
      (cells[place] ?? '').trim(),
    );
    return {
      ...{ market, valid_from, currency: currency.toUpperCase(), amount: amount === '' ? null : amount },
      category: category.toLowerCase().replaceAll(/[\s-]+/g, '_'),
    };
  });
}
