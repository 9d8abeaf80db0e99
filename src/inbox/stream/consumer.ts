import { type EventConsumer, subscribe } from '../../gateway/events/consumer.ts';
import { STREAM_TYPES } from '../../gateway/events/event.ts';
import type { Tx } from '../../platform/lib/db/db.ts';

/** The log is shorter than the life of an event. */
export const STREAM: EventConsumer = {
  name: 'stream',
  types: STREAM_TYPES,
  release: async (_tx, eventIds) => [...eventIds],
};

export async function subscribeToEvents(tx: Tx, accountId: number): Promise<void> {
  await subscribe(tx, STREAM, accountId, async () => STREAM_TYPES);
}

export async function unsubscribeFromEvents(tx: Tx, accountId: number): Promise<void> {
  await subscribe(tx, STREAM, accountId, async () => []);
}
