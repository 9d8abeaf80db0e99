import type { ClaimedMessage } from '../claim-store.ts';
import type { Gate } from './gate.ts';

interface ServedDevice {
  gate: Gate;
  mayHaveMore: boolean;
}

export interface InFlightMessage {
  message: ClaimedMessage;
  written: boolean;
  /** Since then the row has our mark, against other processes. */
  markedAt: Date | null;
  /** To the queue. */
  returning: boolean;
  ackTimer: NodeJS.Timeout | null;
  device: ServedDevice | null;
}

export class InFlight {
  readonly #byId = new Map<number, InFlightMessage>();

  add(message: ClaimedMessage): InFlightMessage | null {
    if (this.#byId.has(message.id)) return null;
    const item = { message, written: false, markedAt: null, returning: false, ackTimer: null, device: null };
    this.#byId.set(message.id, item);
    return item;
  }

  remove(item: InFlightMessage): void {
    const { id } = item.message;
    if (this.#byId.get(id) !== item) return;
    this.#byId.delete(id);
    item.device?.gate.freeCandidate(id);
  }

  ids(): number[] {
    return [...this.#byId.keys()];
  }

  returningDevices(): Set<number> {
    const devices = new Set<number>();
    for (const { returning, message } of this.#byId.values()) if (returning) devices.add(message.device_id);
    return devices;
  }
}
