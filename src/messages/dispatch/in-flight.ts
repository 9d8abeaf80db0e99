import type { ClaimedMessage } from '../queue/claim-store.ts';
import type { Gate } from './gate.ts';

/** A claimed message, until its outcome is stored. */
export interface InFlightMessage {
  message: ClaimedMessage;
  /** Passed to the session: the network may have it. */
  written: boolean;
  /** A mark in its row keeps every other process from it. */
  marked: boolean;
  /** On its way back to the queue: its device claims nothing before that is stored, which keeps the order. */
  returning: boolean;
  ackTimer: NodeJS.Timeout | null;
  /** The gate that let it through. */
  gate: Gate | null;
}

/** All messages that this process has claimed and not settled. */
export class InFlight {
  readonly #byId = new Map<number, InFlightMessage>();

  /** Null when the message is in flight already. */
  add(message: ClaimedMessage): InFlightMessage | null {
    if (this.#byId.has(message.id)) return null;
    const item = { message, written: false, marked: false, returning: false, ackTimer: null, gate: null };
    this.#byId.set(message.id, item);
    return item;
  }

  remove(item: InFlightMessage): void {
    const { id } = item.message;
    if (this.#byId.get(id) !== item) return;
    this.#byId.delete(id);
    item.gate?.forget(id);
  }

  ids(): number[] {
    return [...this.#byId.keys()];
  }

  /** Ids of the devices with messages on their way back to the queue. */
  returningDevices(): Set<number> {
    const devices = new Set<number>();
    for (const { returning, message } of this.#byId.values()) if (returning) devices.add(message.device_id);
    return devices;
  }
}
