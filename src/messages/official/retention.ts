import type { Context } from '../../context.ts';
import { DAY } from '../../lib/clock.ts';
import { deleteOldUpdates } from './store.ts';

/** As long as events, so that both can be read side by side. */
const KEEP_MS = 30 * DAY;
const CHUNK = 1_000;

/** Deletes the stored account updates and unreadable items of more than 30 days ago. Answers how many. */
export async function tidyUpdates(ctx: Context): Promise<number> {
  const olderThan = new Date(ctx.now().getTime() - KEEP_MS);
  let total = 0;
  for (;;) {
    const deleted = await deleteOldUpdates(ctx.db, olderThan, CHUNK);
    total += deleted;
    // Ids grow with time: a younger update in the chunk is the end.
    if (deleted < CHUNK) return total;
  }
}
