import type { Tx } from '../../../platform/lib/db/db.ts';
import type {
  EngineEvent,
  EngineSession,
  KnownNumber,
  MessageChange,
  OutboundMessage,
  PhoneReply,
  ReceivedMessage,
} from '../../engines/engine.ts';

export interface LeasedDevice {
  readonly id: number;
  readonly device_uuid: string;
  readonly account_id: number;
  readonly epoch: number;
}

interface Numbered {
  device: LeasedDevice;
  publicId?: number | null;
}

export interface Received extends Numbered {
  message: ReceivedMessage;
}

/** In the transaction of the keys that decrypted them. */
type StoreReceived = (tx: Tx, received: readonly Received[]) => Promise<void>;

export interface Replied extends Numbered {
  reply: PhoneReply;
}

/** After the messages, in their transaction: an automation on the phone replies at once. */
type StoreReplies = (tx: Tx, replied: readonly Replied[]) => Promise<void>;

export interface Changed {
  device: LeasedDevice;
  change: MessageChange;
}

/** In the same transaction, after messages and replies. */
type StoreChanges = (tx: Tx, changed: readonly Changed[]) => Promise<void>;

export interface Learned {
  device: LeasedDevice;
  number: KnownNumber;
}

/** Gives public ids before the storing transaction. */
type NumberReceived = <Each extends Numbered>(
  arrived: readonly Each[],
) => Promise<readonly (Each & Numbered)[]>;

export interface Inbound {
  numberReceived: NumberReceived;
  storeReceived: StoreReceived;
  storeReplies: StoreReplies;
  storeChanges: StoreChanges;
  /** Ids of customers get numbers, in a transaction after the messages. */
  learnNumbers(learned: readonly Learned[]): Promise<void>;
  hasInbound(device: LeasedDevice, phone: string): Promise<boolean>;
}

/** The setting of the account. */
export type ReadReceipts = 'never' | 'on_reply' | 'on_open';

/** Calls have the order of a device's events. */
export interface SessionListener {
  /**
   * Sending may start; under a blocking restriction, from `blockedUntil` on. `readReceipts`: when
   * customers see reads.
   */
  connected(
    device: LeasedDevice,
    session: EngineSession,
    blockedUntil?: Date | null,
    readReceipts?: () => ReadReceipts,
  ): void;
  /** A blocking restriction began or changed; null: over. After `until` a probe follows. */
  block(device: LeasedDevice, until: Date | null): void;
  /** For inactive accounts. */
  halt(device: LeasedDevice, isHalted: boolean): void;
  /** Messages without an ack are sent again under their ids. */
  disconnected(device: LeasedDevice): void;
  ack(device: LeasedDevice, event: Extract<EngineEvent, { type: 'ack' }>): void;
  receipt(device: LeasedDevice, event: Extract<EngineEvent, { type: 'receipt' }>): void;
  findSent(device: LeasedDevice, waMessageId: string): Promise<OutboundMessage | null>;
}
