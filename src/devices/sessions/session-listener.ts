import type { EngineEvent, EngineSession, OutboundMessage, ReceivedMessage } from '../../engines/engine.ts';
import type { Tx } from '../../lib/db/db.ts';

/** A device as its owner knows it. */
export interface HeldDevice {
  readonly id: number;
  readonly device_uuid: string;
  readonly account_id: number;
  readonly epoch: number;
}

export interface Received {
  device: HeldDevice;
  message: ReceivedMessage;
}

/** Stores inbound messages inside the transaction of the keys that decrypted them. */
export type StoreReceived = (tx: Tx, received: readonly Received[]) => Promise<void>;

/** What a session needs of the messages of customers. */
export interface Inbound {
  storeReceived: StoreReceived;
  /** Whether this person has ever written to the device. */
  hasWritten(device: HeldDevice, phone: string): Promise<boolean>;
}

/** What the rest of the service does with a session; called in the order of the events of a device. */
export interface SessionListener {
  /** The line is up: messages may be handed over, unless the provider holds all of them back as `hold` says. */
  ready(device: HeldDevice, session: EngineSession, heldUntil?: Date | null): void;
  /** From now on the provider holds all messages back, until one that goes out after this time shows that it does not; null: not any more. */
  hold(device: HeldDevice, until: Date | null): void;
  /** The line is down: what was not acknowledged has to be sent again, under its id. */
  gone(device: HeldDevice): void;
  ack(device: HeldDevice, event: Extract<EngineEvent, { type: 'ack' }>): void;
  receipt(device: HeldDevice, event: Extract<EngineEvent, { type: 'receipt' }>): void;
  findSent(device: HeldDevice, waMessageId: string): Promise<OutboundMessage | null>;
}
