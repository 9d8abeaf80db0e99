import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { reloadAttention } from '../../../queries/attention.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, fieldProblem, Input, Select } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { notify } from '../../../ui/toast.tsx';
import { capQuery } from '../queries.ts';

interface Props {
  setting: Schema<'CostCapSetting'>;
  onClose: () => void;
}

/** An empty amount removes the cap. */
export function CapDialog({ setting: { cap, currencies }, onClose }: Props) {
  const [t, ui] = [useTexts('reports.costsCap'), useTexts('common.ui')];
  const client = useQueryClient();
  const form = useId();
  const [amount, setAmount] = useState(cap?.amount.replace(/\.00$/, '') ?? '');
  const [currency, setCurrency] = useState(cap?.currency ?? currencies[0] ?? '');
  const save = useMutation({
    mutationFn: () => {
      const given = amount.trim() === '' ? null : { amount: amount.trim().replace(',', '.'), currency };
      return ok(api.PUT('/app/api/costs/cap', { body: { cap: given } }));
    },
    onSuccess: (saved) => {
      client.setQueryData(capQuery.queryKey, saved);
      void reloadAttention();
      notify(t('saved'));
      onClose();
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={save.isPending}>
        {ui('save')}
      </Button>
    </>
  );
  const known = cap && !currencies.includes(cap.currency) ? [cap.currency, ...currencies] : currencies;
  return (
    <Dialog open firm onClose={onClose} width="small" title={t('title')} footer={footer}>
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <p className="text-soft">{t('dialogLead')}</p>
        <Field label={t('amount')} hint={t('amountHint')} problem={fieldProblem(problem, 'cap.amount')}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={amount}
              onChange={({ target }) => setAmount(target.value)}
            />
          )}
        </Field>
        <Field label={t('currency')} problem={fieldProblem(problem, 'cap.currency')}>
          {(control) => (
            <Select {...control} value={currency} onChange={({ target }) => setCurrency(target.value)}>
              {known.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}
