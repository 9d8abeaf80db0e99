import type { Context } from '../../../context.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import { deleteOldUpdates } from './store.ts';

/** As long as events, so that both can be compared. */
const KEEP_MS = 30 * DAY;
const CHUNK = 1_000;

/** Returns the number deleted. */
export async function tidyUpdates(ctx: Context): Promise<number> {
  const olderThan = new Date(ctx.now().getTime() - KEEP_MS);
  let total = 0;
  for (;;) {
    const deleted = await deleteOldUpdates(ctx.db, { olderThan, limit: CHUNK });
    total += deleted;
    // Ids grow with time, so a partial chunk is the last one.
    if (deleted < CHUNK) return total;
  }
}
