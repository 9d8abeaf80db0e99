import { call } from '../../../api/call.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { notify } from '../../../ui/toast.tsx';
import { ratesQuery } from '../queries.ts';

export type GivenRate = Schema<'GivenRate'>;

/** How a form saves rates: it says what changed, and closes. */
export function useSaveRates(onClose: () => void) {
  const t = useTexts('operator.rates');
  return {
    save: ({ rates }: { rates: GivenRate[] }) => call('PUT /operator/rates', { body: { rates } }),
    onSaved: ({ saved, removed }: Record<'saved' | 'removed', number>) => {
      notify(t('saved', { saved, removed }));
      onClose();
    },
    changes: ratesQuery.queryKey,
    onClose,
  };
}
