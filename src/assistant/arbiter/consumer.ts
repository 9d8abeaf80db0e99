import { type EventConsumer, subscribe } from '../../gateway/events/consumer.ts';
import type { Tx } from '../../platform/lib/db/db.ts';

/** Decisions read messages, not events, so that an event can go as soon as it is taken. */
export const AUTOMATION: EventConsumer = {
  name: 'automation',
  types: ['message.received', 'visitor.received'],
  release: async (_tx, eventIds) => [...eventIds],
};

/** An account without automation leaves no backlog. */
export async function subscribeToEvents(tx: Tx, accountId: number, isCovered: boolean): Promise<void> {
  await subscribe(tx, AUTOMATION, accountId, async () => (isCovered ? AUTOMATION.types : []));
}
