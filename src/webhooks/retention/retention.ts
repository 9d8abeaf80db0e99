import type { Context } from '../../context.ts';
import { DAY } from '../../lib/clock.ts';
import * as store from './store.ts';

/** How long an event can be looked up and replayed. */
const KEEP_EVENTS_MS = 30 * DAY;
const CHUNK = 1_000;

/**
 * Deletes events from before `olderThan` and all that hangs on them, chunk by chunk, except what an enabled webhook is still to get: what is
 * held goes as well. Answers how many.
 */
export async function deleteSettled(
  ctx: Context,
  olderThan = new Date(ctx.now().getTime() - KEEP_EVENTS_MS),
): Promise<number> {
  let total = 0;
  let after = 0;
  for (;;) {
    const { last_id, old, deleted } = await store.deleteOldEvents(ctx.db, after, CHUNK, olderThan);
    total += deleted;
    // Ids grow with time but for the moments a transaction takes: a whole chunk of younger events is the end.
    if (last_id === null || old === 0) return total;
    after = last_id;
  }
}

/** Forgets secrets that have stopped signing, so that they are not even kept sealed. Answers of how many webhooks. */
export function forgetOldSecrets(ctx: Context): Promise<number> {
  return store.forgetOldSecrets(ctx.db, ctx.now());
}
