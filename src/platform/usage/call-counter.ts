import type { Context } from '../../context.ts';
import { openTally, type Tally } from '../lib/tally.ts';
import { periodOf } from './quota.ts';
import * as store from './store.ts';

/** Counts the calls of accounts. */
export interface CallCounter extends Pick<Tally<never>, 'flush' | 'close'> {
  count(accountId: number): void;
}

export function createCallCounter(ctx: Context): CallCounter {
  let period = { name: '', endsAt: 0 };
  const tally = openTally<{ account_id: number; period: string }>(
    {
      log: ctx.log,
      name: 'usage.flush_failed',
      keyOf: ({ account_id, period }) => `${period} ${account_id}`,
    },
    (counts) =>
      store.addCalls(
        ctx.db,
        counts.map(({ of, count: calls }) => ({ ...of, calls })),
      ),
  );
  return {
    ...tally,
    count(accountId) {
      const now = ctx.now();
      if (now.getTime() >= period.endsAt || period.name === '') period = monthOf(now);
      tally.count({ account_id: accountId, period: period.name });
    },
  };
}

function monthOf(at: Date): { name: string; endsAt: number } {
  return { name: periodOf(at), endsAt: Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1) };
}
