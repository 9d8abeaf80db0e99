import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, ok } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { notify } from '../../../ui/toast.tsx';
import { ratesQuery } from '../queries.ts';

export type GivenRate = Schema<'GivenRate'>;

/** Saves rates, and says what changed. */
export function useSaveRates(onSaved: () => void) {
  const t = useTexts('operator.rates');
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (rates: GivenRate[]) => ok(api.PUT('/app/api/operator/rates', { body: { rates } })),
    onSuccess: async ({ saved, removed }) => {
      notify(t('saved', { saved, removed }));
      onSaved();
      await client.invalidateQueries({ queryKey: ratesQuery.queryKey });
    },
  });
  return { save, problem: save.error ? asProblem(save.error) : null };
}
