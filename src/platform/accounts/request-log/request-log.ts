import type { Context } from '../../../context.ts';
import { daysAgo } from '../../lib/clock.ts';
import { inChunks } from '../../lib/in-chunks.ts';
import { type Cursor, limitOf } from '../../lib/page.ts';
import { KEPT_DAYS, type ListRequests, MAX_KEPT, type Outcome } from './schema.ts';
import type { RequestRow } from './store.ts';
import * as store from './store.ts';

const ALL = { least: 0, most: 999 };
/** Statuses of an outcome. */
const SPANS: Record<Outcome, { least: number; most: number }> = {
  success: { least: 0, most: 399 },
  error: { least: 400, most: 999 },
  '4xx': { least: 400, most: 499 },
  '5xx': { least: 500, most: 599 },
};

/** Calls of the account's keys, newest first. Null is the cursor of the last page. */
export async function listRequests(
  ctx: Pick<Context, 'db'>,
  accountId: number,
  { cursor: before, per_page, outcome, ...filter }: ListRequests,
): Promise<{ requests: RequestRow[]; next: Cursor | null }> {
  const limit = limitOf(per_page);
  const { code = null, method = null, path = null, key_id = null, request_id = null } = filter;
  const { since = null, until = null } = filter;
  const found = await store.listRequests(
    ctx.db,
    accountId,
    { ...(outcome ? SPANS[outcome] : ALL), code, method, path, key_id, request_id, since, until },
    { before, limit: limit + 1 },
  );
  const requests = found.slice(0, limit);
  const last = requests.at(-1);
  return { requests, next: last && found.length > limit ? { at: last.happened_at, id: last.id } : null };
}

/** Deletes what is older than `KEPT_DAYS`, and what an account has beyond its newest `MAX_KEPT`. */
export async function deleteOldRequests(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  const before = daysAgo(ctx, KEPT_DAYS);
  let total = 0;
  for (const accountId of await store.listAccounts(ctx.db)) {
    total += await inChunks((limit) =>
      store.deleteOld(ctx.db, { account_id: accountId, before, kept: MAX_KEPT, limit }),
    );
  }
  return total;
}
