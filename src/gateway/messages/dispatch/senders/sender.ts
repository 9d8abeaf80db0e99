import type { ConnectedDevice } from '../connected/connected-device.ts';
import type { InFlightMessage } from '../connected/in-flight.ts';
import type { PreparedContent } from '../in-flight-store.ts';

/** Decides for one transport: what is committed right before a send, the order of messages, and re-sends. */
export interface Sender {
  /** Keeps an earlier content. Omits settled messages. */
  savePrepared(rows: readonly PreparedContent[]): Promise<PreparedContent[]>;
  send(device: ConnectedDevice, item: InFlightMessage): void;
  release(item: InFlightMessage): void;
  /** Resolves when no send waits for an outcome that only this process can learn. */
  idle(): Promise<void>;
}
