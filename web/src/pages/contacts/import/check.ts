import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { Checked } from './plan.ts';

/** The limit of the gateway. */
const BATCH = 200;

/** What the gateway would store for these numbers, by the number as the file has it. `key` differs for each list. */
export const checkQuery = (key: string, numbers: readonly string[]) =>
  queryOptions({
    queryKey: ['contact-check', key],
    queryFn: async ({ signal }) => {
      const checked = new Map<string, Checked>();
      for (let at = 0; at < numbers.length; at += BATCH) {
        const phones = numbers.slice(at, at + BATCH);
        const { data } = await call('POST /contacts/check', { body: { phones }, signal });
        for (const each of data) checked.set(each.input, each);
      }
      return checked;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
