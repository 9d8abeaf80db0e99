import type { Context } from '../context.ts';
import { DAY } from '../lib/clock.ts';
import { deleteSettledEvents } from './delivery-store.ts';

/** How long a settled event can be looked up and replayed. */
const KEEP_EVENTS_MS = 30 * DAY;
const CHUNK = 1_000;

/** Deletes events from before `olderThan` and all that hangs on them, chunk by chunk, except what still waits for a webhook. Answers how many. */
export async function deleteSettled(
  ctx: Context,
  olderThan = new Date(ctx.now().getTime() - KEEP_EVENTS_MS),
): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = await deleteSettledEvents(ctx.db, olderThan, CHUNK);
    total += deleted;
    if (deleted < CHUNK) return total;
  }
}
