import type { ConnectedDevice } from '../connected/connected-device.ts';
import type { InFlightMessage } from '../connected/in-flight.ts';
import type { NewContent, PreparedContent } from '../in-flight-store.ts';

/** Per transport: what is committed before a send, the order of messages, and re-sends. */
export interface Sender {
  savePrepared(rows: readonly NewContent[]): Promise<PreparedContent[]>;
  send(device: ConnectedDevice, item: InFlightMessage): void;
  /** No message to this recipient is under way. Absent: this transport takes no messages from hand to hand. */
  isFree?(device: ConnectedDevice, phone: string): boolean;
  release(item: InFlightMessage): void;
  /** When no send waits for an outcome that only this process can learn. */
  idle(): Promise<void>;
}
