import type { ClaimedMessage, DueQuery, PreparedContent } from '../../queue/claim-store.ts';
import type { ConnectedDevice } from '../connected/connected-device.ts';
import type { InFlightMessage } from '../connected/in-flight.ts';

/** One per transport: what is committed before a send, which messages keep their order, what may be re-sent. */
export interface Sender {
  claim(query: DueQuery): Promise<ClaimedMessage[]>;
  /** An earlier content wins. Settled messages are left out. */
  savePrepared(rows: readonly PreparedContent[]): Promise<PreparedContent[]>;
  send(device: ConnectedDevice, item: InFlightMessage): void;
  release(item: InFlightMessage): void;
  /** Resolves when every send is answered whose outcome only this process can learn. */
  idle(): Promise<void>;
}
