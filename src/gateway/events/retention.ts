import type { Context } from '../../context.ts';
import { DAY } from '../../platform/lib/clock.ts';
import type { EventConsumer } from './consumer.ts';
import * as store from './store.ts';

const KEEP_MS = 30 * DAY;
const CHUNK = 1_000;

/** Keeps what a consumer needs. */
export async function deleteOldEvents(
  ctx: Pick<Context, 'db' | 'now'>,
  consumers: readonly EventConsumer[],
  olderThan = new Date(ctx.now().getTime() - KEEP_MS),
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

/** A piece of what an account keeps for a shorter time. `next`: null when nothing is left. */
export async function deleteEventsOf(
  ctx: Pick<Context, 'db'>,
  consumers: readonly EventConsumer[],
  { accountId, before, after }: { accountId: number; before: Date; after: store.EventPlace | null },
): Promise<{ deleted: number; next: store.EventPlace | null }> {
  const place = { afterAt: after?.at ?? null, afterId: after?.id ?? 0 };
  const names = consumers.map(({ name }) => name);
  const events = await store.scanAccount(ctx.db, {
    accountId,
    before,
    ...place,
    consumers: names,
    limit: CHUNK,
  });
  const taken = events.filter(({ is_waiting }) => !is_waiting).map(({ id }) => id);
  const deleted = await deleteReleased(ctx, consumers, taken);
  const last = events.at(-1);
  return { deleted, next: last && events.length === CHUNK ? { at: last.at, id: last.id } : null };
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
