import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import * as store from './pace-store.ts';

/** Per account, and per host over all accounts. */
interface Pace {
  name: string;
  perSecond: { account: number; host: number };
  /** These many leave at once after a rest. */
  burst: number;
}

/** Replays since a time: 50,000 events take 17 minutes. */
export const REPLAYS: Pace = { name: 'replay', perSecond: { account: 50, host: 200 }, burst: 0 };
/** Test events and replays of one delivery, which a person starts. */
const BY_HAND: Pace = { name: 'hand', perSecond: { account: 1, host: 10 }, burst: 20 };
const MAX_WAIT_SECONDS = 60;
const WAITING =
  'Too many test events and replays of single deliveries wait. Try again after the seconds in Retry-After.';

/** Milliseconds until the first may leave. Other processes wait for this transaction. */
export function reservePace(
  tx: Tx,
  { name, perSecond, burst }: Pace,
  { account_id, url }: Target,
  { now, count }: { now: Date; count: number },
): Promise<number> {
  const scopes = [
    { scope: `${name} account ${account_id}`, intervalMs: SECOND / perSecond.account },
    { scope: `${name} host ${new URL(url).hostname}`, intervalMs: SECOND / perSecond.host },
  ];
  return store.reserve(tx, scopes, { now, count, burst });
}

/** ApiError service_unavailable: too many wait. */
export async function reserveByHand(tx: Tx, webhook: Target, now: Date): Promise<number> {
  const waitMs = await reservePace(tx, BY_HAND, webhook, { now, count: 1 });
  if (waitMs <= MAX_WAIT_SECONDS * SECOND) return waitMs;
  const error = new ApiError('service_unavailable', WAITING);
  error.retryAfter = Math.ceil(waitMs / SECOND) - MAX_WAIT_SECONDS;
  throw error;
}

export interface Target {
  id: number;
  account_id: number;
  url: string;
}

/** Paces that nothing waits for. */
export function forgetPaces(ctx: Context): Promise<number> {
  return store.forgetPaces(ctx.db, { now: ctx.now() });
}
