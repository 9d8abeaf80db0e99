import type { Context } from '../../context.ts';
import { daysAgo } from '../../platform/lib/clock.ts';
import { afterPlace, type DeletedPiece, nextPlace, type TimePlace } from '../../platform/lib/time-place.ts';
import type { EventConsumer } from './consumer.ts';
import * as store from './store.ts';

/** Deliveries are repeated and replayed within it. */
export const EVENT_DAYS = 30;
const CHUNK = 1_000;

/** Keeps what a consumer needs. */
export async function deleteOldEvents(
  ctx: Pick<Context, 'db' | 'now'>,
  consumers: readonly EventConsumer[],
  olderThan = daysAgo(ctx, EVENT_DAYS),
): Promise<number> {
  const names = consumers.map(({ name }) => name);
  let total = 0;
  for (let after = 0; ; ) {
    const events = await store.scanEvents(ctx.db, { after, olderThan, consumers: names, limit: CHUNK });
    const old = events.filter(({ is_old }) => is_old);
    const taken = old.filter(({ is_waiting }) => !is_waiting);
    total += await deleteReleased(
      ctx,
      consumers,
      taken.map(({ id }) => id),
    );
    // Ids grow with time: a chunk without old events is the last.
    const last = events.at(-1);
    if (last === undefined || old.length === 0) return total;
    after = last.id;
  }
}

/** A piece of what an account keeps for a shorter time. */
export async function deleteEventsOf(
  ctx: Pick<Context, 'db'>,
  consumers: readonly EventConsumer[],
  { accountId, before, after }: { accountId: number; before: Date; after: TimePlace | null },
): Promise<DeletedPiece> {
  const names = consumers.map(({ name }) => name);
  const events = await store.scanAccount(ctx.db, {
    accountId,
    before,
    ...afterPlace(after),
    consumers: names,
    limit: CHUNK,
  });
  const taken = events.filter(({ is_waiting }) => !is_waiting).map(({ id }) => id);
  const deleted = await deleteReleased(ctx, consumers, taken);
  return { deleted, next: nextPlace(events, CHUNK) };
}

/** Locks first: a replay that has locked an event inserts its delivery before the release looks for it. */
async function deleteReleased(
  ctx: Pick<Context, 'db'>,
  consumers: readonly EventConsumer[],
  eventIds: readonly number[],
): Promise<number> {
  if (eventIds.length === 0) return 0;
  return ctx.db.transaction(async (tx) => {
    let released = await store.lockEvents(tx, eventIds);
    for (const consumer of consumers) released = await consumer.release(tx, released);
    return store.deleteEvents(tx, { ids: released });
  });
}
