import type { Account } from '../../accounts/account.ts';
import type { Context } from '../../context.ts';
import { createBatcher } from '../../lib/batcher.ts';
import * as store from './store.ts';

/** What one request gets from the window of its minute. */
export interface RateAnswer {
  granted: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until the next window, at least 1. */
  retryAfterSeconds: number;
}

/** Counts requests of POST /v1/messages in the fixed window of the clock minute, exactly, across processes. */
export type RateGate = (account: Account) => Promise<RateAnswer>;

const MAX_REQUESTS = 2_000;

/** Requests of one moment are one statement: per account one row is raised, and the first n in order of arrival pass. */
export function createRateGate(ctx: Context): RateGate {
  const batcher = createBatcher<Account, RateAnswer>((accounts) => grant(ctx, accounts), {
    maxItems: MAX_REQUESTS,
    parallel: 2,
  });
  return (account) => batcher.add(account);
}

/** What is left of the running minute, for an answer to a request that was refused before it counted. */
export async function remainingOf(ctx: Context, account: Account): Promise<number> {
  return Math.max(0, account.plan.rate_per_minute - (await store.readWindow(ctx.pool, account.id)));
}

async function grant(ctx: Context, accounts: Account[]): Promise<RateAnswer[]> {
  const asked = new Map<number, { account_id: number; asked: number; rate: number }>();
  for (const account of accounts) {
    const row = asked.get(account.id) ?? {
      account_id: account.id,
      asked: 0,
      rate: account.plan.rate_per_minute,
    };
    asked.set(account.id, { ...row, asked: row.asked + 1 });
  }
  const windows = await store.takeFromWindows(ctx.pool, [...asked.values()]);

  const served = new Map<number, number>();
  return accounts.map((account) => {
    const place = (served.get(account.id) ?? 0) + 1;
    served.set(account.id, place);
    const window = windows.get(account.id);
    if (!window) throw new Error(`no rate window for account ${account.id}`);
    const limit = account.plan.rate_per_minute;
    const granted = place <= window.granted;
    return {
      granted,
      limit,
      remaining: granted ? Math.max(0, limit - (window.used - window.granted) - place) : 0,
      retryAfterSeconds: Math.max(1, Math.ceil(window.seconds_left)),
    };
  });
}
