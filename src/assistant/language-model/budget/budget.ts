import type { Context } from '../../../context.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import * as store from './store.ts';

const KEPT_DAYS = 400;

export interface Reservation {
  /** Null: not known, so all reserved ones count. */
  settle(tokens: number | null): Promise<void>;
}

/** Null: used up. Without `settle` the reservation stays, so the budget may end early. */
export async function reserveTokens(
  { db, now }: Pick<Context, 'db' | 'now'>,
  accountId: number,
  { tokens, budget }: { tokens: number; budget: number },
): Promise<Reservation | null> {
  const day = dayOf(now());
  if (!(await store.reserve(db, { accountId, day, tokens, budget }))) return null;
  return {
    async settle(used) {
      const difference = (used ?? tokens) - tokens;
      if (difference !== 0) await store.settle(db, { accountId, day, tokens: difference });
    },
  };
}

export function tokensToday({ db, now }: Pick<Context, 'db' | 'now'>, accountId: number): Promise<number> {
  return store.tokensOf(db, accountId, dayOf(now()));
}

/** Of all accounts. */
export async function tokensOfAll({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  return (await store.tokensOfDay(db, { day: dayOf(now()) })).tokens;
}

/** After 400 days. */
export function deleteOldTokenDays({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  return store.deleteOldDays(db, { before: dayOf(new Date(now().getTime() - KEPT_DAYS * DAY)) });
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
