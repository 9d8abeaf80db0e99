import { SaveRates } from '../../../api/limits.ts';
import { useTexts } from '../../../texts/texts.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import type { Rate } from '../queries.ts';
import { type GivenRate, useSaveRates } from './save-rates.ts';

const EMPTY: GivenRate = { market: '', category: 'marketing', valid_from: '', currency: '', amount: null };

const asSent = (rate: GivenRate) => ({
  ...rate,
  currency: rate.currency.toUpperCase(),
  amount: rate.amount?.trim() ?? null,
});

/** One rate; null: a new one. An empty amount removes it. */
export function RateDialog({ rate, onClose }: { rate: Rate | null; onClose: () => void }) {
  const t = useTexts('operator.rates');
  const saving = useSaveRates(onClose);
  // Another market, category or day is another rate.
  const key = { required: true, readOnly: rate !== null };
  return (
    <FormDialog
      title={t('rateTitle')}
      width="small"
      firm
      limits={SaveRates}
      initial={{ rates: [rate ?? EMPTY] }}
      {...saving}
      save={({ rates }) => saving.save({ rates: rates.map(asSent) })}
    >
      <TextField name="rates.0.market" label={t('market')} hint={t('marketHint')} {...key} />
      <TextField name="rates.0.category" label={t('category')} hint={t('categoryHint')} {...key} />
      <TextField
        name="rates.0.valid_from"
        type="date"
        label={t('valid_from')}
        hint={t('valid_fromHint')}
        {...key}
      />
      <TextField
        name="rates.0.currency"
        className="uppercase"
        label={t('currency')}
        hint={t('currencyHint')}
        required
      />
      <TextField name="rates.0.amount" label={t('amount')} hint={t('amountHint')} />
    </FormDialog>
  );
}
