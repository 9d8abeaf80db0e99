import { type FormEvent, useId, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import type { Rate } from '../queries.ts';
import { useSaveRates } from './save-rates.ts';

const KEYS = ['market', 'category', 'valid_from'] as const;
const EMPTY: Rate = { market: '', category: 'marketing', valid_from: '', currency: '', amount: '' };

/** One rate; null: a new one. An empty amount removes it. */
export function RateDialog({ rate, onClose }: { rate: Rate | null; onClose: () => void }) {
  const [t, ui] = [useTexts('operator.rates'), useTexts('common.ui')];
  const form = useId();
  const [draft, setDraft] = useState(rate ?? EMPTY);
  const { save, problem } = useSaveRates(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = draft.amount.trim();
    save.mutate([
      { ...draft, currency: draft.currency.toUpperCase(), amount: amount === '' ? null : amount },
    ]);
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={save.isPending}>
        {ui('save')}
      </Button>
    </>
  );
  return (
    <Dialog open firm onClose={onClose} width="small" title={t('rateTitle')} footer={footer}>
      <form id={form} className="grid gap-4" onSubmit={submit}>
        {[...KEYS, 'currency' as const, 'amount' as const].map((name) => (
          <Field
            key={name}
            label={t(name)}
            hint={t(`${name}Hint`)}
            problem={fieldProblem(problem, `rates.0.${name}`)}
          >
            {(control) => (
              <Input
                {...control}
                type={name === 'valid_from' ? 'date' : 'text'}
                required={name !== 'amount'}
                // Another market, category or day is another rate.
                readOnly={rate !== null && KEYS.some((key) => key === name)}
                value={draft[name]}
                onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
              />
            )}
          </Field>
        ))}
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}
