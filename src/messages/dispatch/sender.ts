import type { ClaimedMessage, DueQuery, PreparedContent } from '../queue/claim-store.ts';
import type { ConnectedDevice } from './connected-device.ts';
import type { InFlightMessage } from './in-flight.ts';

/**
 * Sends the messages of one transport. It decides what is committed before a send, which messages keep their order,
 * and when a message may be sent again.
 */
export interface Sender {
  /** Claims due messages. */
  claim(query: DueQuery): Promise<ClaimedMessage[]>;
  /** Stores prepared content and returns the stored content: an earlier one wins. Settled messages are left out. */
  savePrepared(rows: readonly PreparedContent[]): Promise<PreparedContent[]>;
  /** Sends a message of the window after all that have to leave before it. */
  send(device: ConnectedDevice, item: InFlightMessage): void;
  /** Returns a message to the queue that cannot be sent now. */
  release(item: InFlightMessage): void;
  /** Resolves when every send whose outcome only this process can learn is answered. */
  idle(): Promise<void>;
}
