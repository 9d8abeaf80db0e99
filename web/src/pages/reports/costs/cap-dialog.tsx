import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { reloadAttention } from '../../../queries/attention.ts';
import { useTexts } from '../../../texts/texts.ts';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { notify } from '../../../ui/toast.tsx';
import { capQuery } from '../queries.ts';

interface Props {
  setting: Schema<'CostCapSetting'>;
  onClose: () => void;
}

/** An empty amount removes the cap. */
export function CapDialog({ setting: { cap, currencies }, onClose }: Props) {
  const t = useTexts('reports.costsCap');
  const first = {
    amount: cap?.amount.replace(/\.00$/, '') ?? '',
    currency: cap?.currency ?? currencies[0] ?? '',
  };
  const known = cap && !currencies.includes(cap.currency) ? [cap.currency, ...currencies] : currencies;
  return (
    <FormDialog
      title={t('title')}
      width="small"
      firm
      initial={{ cap: first }}
      save={({ cap: { amount: typed, currency } }) => {
        const amount = typed.trim().replace(',', '.');
        const body = { cap: amount === '' ? null : { amount, currency } };
        return call('PUT /costs/cap', { body });
      }}
      onSaved={(saved) => {
        queryClient.setQueryData(capQuery.queryKey, saved);
        void reloadAttention();
        notify(t('saved'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="text-soft">{t('dialogLead')}</p>
      <TextField name="cap.amount" label={t('amount')} hint={t('amountHint')} inputMode="decimal" />
      <SelectField name="cap.currency" label={t('currency')} options={known.map((each) => [each, each])} />
    </FormDialog>
  );
}
