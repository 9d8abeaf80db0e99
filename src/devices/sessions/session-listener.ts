import type { EngineEvent, EngineSession, OutboundMessage, ReceivedMessage } from '../../engines/engine.ts';
import type { Tx } from '../../lib/db/db.ts';

/** A device whose lease this process has. */
export interface LeasedDevice {
  readonly id: number;
  readonly device_uuid: string;
  readonly account_id: number;
  readonly epoch: number;
}

export interface Received {
  device: LeasedDevice;
  message: ReceivedMessage;
}

/** Stores inbound messages inside the transaction of the keys that decrypted them. */
export type StoreReceived = (tx: Tx, received: readonly Received[]) => Promise<void>;

/** What a session needs of inbound messages. */
export interface Inbound {
  storeReceived: StoreReceived;
  /** Whether this number has ever written to the device. */
  hasInbound(device: LeasedDevice, phone: string): Promise<boolean>;
}

/** Follows the sessions of an engine. Calls come in the order of the events of a device. */
export interface SessionListener {
  /** Messages may go to the session now; while a blocking restriction lasts, from `blockedUntil` on. */
  connected(device: LeasedDevice, session: EngineSession, blockedUntil?: Date | null): void;
  /** A blocking restriction has begun, or has another end; null: it is over. After `until` a probe shows its end. */
  block(device: LeasedDevice, until: Date | null): void;
  /** The connection is lost: messages without an ack go out again, under their reserved ids. */
  disconnected(device: LeasedDevice): void;
  ack(device: LeasedDevice, event: Extract<EngineEvent, { type: 'ack' }>): void;
  receipt(device: LeasedDevice, event: Extract<EngineEvent, { type: 'receipt' }>): void;
  findSent(device: LeasedDevice, waMessageId: string): Promise<OutboundMessage | null>;
}
