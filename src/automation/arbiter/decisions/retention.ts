import type { Context } from '../../../context.ts';
import { DAY } from '../../../lib/clock.ts';
import * as store from './store.ts';

const KEEP_MS = 90 * DAY;
const CHUNK = 1_000;

/** Ids grow with time, so the oldest ones come first. */
export async function deleteOldDecisions(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  const olderThan = new Date(ctx.now().getTime() - KEEP_MS);
  for (let total = 0; ; ) {
    const deleted = await store.deleteOld(ctx.db, olderThan, CHUNK);
    total += deleted;
    if (deleted < CHUNK) return total;
  }
}
