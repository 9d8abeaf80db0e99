import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/lib/db/db.ts';
import type { EventType } from './event.ts';
import * as store from './store.ts';

/** Gets events at least once; deletes backlog rows with its work. */
export interface EventConsumer {
  name: string;
  types: readonly EventType[];
  /** Deletes what depends on locked events. Returns those without any. */
  release(tx: Tx, eventIds: readonly number[]): Promise<number[]>;
}

/** `readTypes` runs under the lock: the later change sees both. No types: the end. */
export async function subscribe(
  tx: Tx,
  { name, types }: EventConsumer,
  accountId: number,
  readTypes: () => Promise<readonly string[]>,
): Promise<void> {
  const subscription = { consumer: name, account_id: accountId };
  await store.lockSubscription(tx, subscription);
  const wanted = await readTypes();
  await store.setTypes(
    tx,
    subscription,
    types.filter((type) => wanted.includes(type)),
  );
}

export const { countBacklog, listEvents } = store;
export type { BacklogRow } from './store.ts';

/** Locks events against retention. Returns the processed ones. */
export async function lockTakenEvents(
  tx: Tx,
  { name }: EventConsumer,
  accountId: number,
  eventIds: readonly number[],
): Promise<number[]> {
  const taken = new Set(await store.lockEvents(tx, eventIds));
  const waiting = await store.lockBacklog(tx, { consumer: name, account_id: accountId }, eventIds);
  for (const id of waiting) taken.delete(id);
  return eventIds.filter((id) => taken.has(id));
}

const CHUNK = 1_000;

/** For events of the previous version's processes. */
export async function takeOverEvents(ctx: { db: Db } & Pick<Context, 'bus'>): Promise<number> {
  let total = 0;
  for (;;) {
    const taken = await store.takeOverEvents(ctx.db, CHUNK);
    total += taken;
    if (taken > 0) ctx.bus.publish('events');
    if (taken < CHUNK) return total;
  }
}
