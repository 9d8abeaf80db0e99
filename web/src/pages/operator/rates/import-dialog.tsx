import { CsvProblem, type Row, readCsv } from '../../../csv/csv.ts';
import { CsvField } from '../../../csv/csv-field.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { useField } from '../../../ui/form/facts.ts';
import { FormDialog } from '../../../ui/form/form.tsx';
import { type GivenRate, useSaveRates } from './save-rates.ts';

const COLUMNS = ['market', 'category', 'valid_from', 'currency', 'amount'] as const;

/** Saves the rates of a file; others stay. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('operator.rates');
  const saving = useSaveRates(onClose);
  return (
    <FormDialog
      title={t('importTitle')}
      width="small"
      firm
      initial={{ rates: [] as GivenRate[] }}
      action={t('import')}
      {...saving}
    >
      <RatesFile />
    </FormDialog>
  );
}

function RatesFile() {
  const t = useTexts('operator.rates');
  const { setValue } = useField<GivenRate[]>('rates');
  return (
    <CsvField
      hint={t('importHint', { columns: COLUMNS.join(', ') })}
      read={withColumns}
      onFile={(file) => setValue(file ? ratesIn(file.rows) : [])}
    />
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
      market,
      valid_from,
      currency: currency.toUpperCase(),
      amount: amount === '' ? null : amount,
      category: category.toLowerCase().replaceAll(/[\s-]+/g, '_'),
    };
  });
}
