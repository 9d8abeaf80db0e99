import type { Bus } from '../../platform/lib/bus.ts';

/** An accepted message: whose it is, and what decides whether its dispatcher can send it at once. */
export type Handed = { id: number; device_id: number; phone: string; type: string };

/** Wakes all dispatchers. Those without one of these devices stay asleep. */
export function handOver(bus: Bus, messages: readonly Handed[]): void {
  bus.publish('messages', messages);
}

/** Null: only the table says what is due. Returns the unsubscriber. */
export function onHandOver(bus: Bus, listener: (messages: readonly Handed[] | null) => void): () => void {
  // `handOver` alone publishes rows.
  return bus.subscribe('messages', (rows) => listener(rows as readonly Handed[] | null));
}
