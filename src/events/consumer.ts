import type { Context } from '../context.ts';
import type { Db, Tx } from '../lib/db/db.ts';
import type { EventType } from './event.ts';
import * as store from './store.ts';

/**
 * Code that processes events at least once, at its own pace. Each event of a subscription leaves a row in the
 * backlog. The consumer deletes the row in the transaction that does its work.
 */
export interface EventConsumer {
  /** Column `consumer` of its rows. */
  name: string;
  /** What it can subscribe to. */
  types: readonly EventType[];
  /** Deletes what depends on these locked events. Answers the events that nothing depends on any more. */
  release(tx: Tx, eventIds: readonly number[]): Promise<number[]>;
}

/**
 * Sets what the consumer takes of an account's events, from the commit on. `readTypes` runs behind the lock of
 * the subscription: of two changes at once the later one sees both. No types end the subscription.
 */
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

/** The next events of an account behind a cursor; see `lockEvents` for work on them. */
export const listEvents = store.listEvents;

/**
 * Locks events against retention until the transaction ends. Answers those that exist and that the consumer has
 * taken, in the given order; a transaction that is taking one is waited for.
 */
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

/** Events that one statement takes over. */
const CHUNK = 1_000;

/** Gives the consumers the events that processes of the version before have written meanwhile. Answers how many. */
export async function takeOverEvents(ctx: { db: Db } & Pick<Context, 'bus'>): Promise<number> {
  let total = 0;
  for (;;) {
    const taken = await store.takeOverEvents(ctx.db, CHUNK);
    total += taken;
    if (taken > 0) ctx.bus.publish('events');
    if (taken < CHUNK) return total;
  }
}
