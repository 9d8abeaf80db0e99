export type Line = 'up' | 'dropped' | 'banned';
export type Direction = 'in' | 'out';

export interface KeyPair {
  private: Uint8Array;
  public: Uint8Array;
}

/** `lid` is the number-free id of the phone. */
export interface PhoneRow {
  number: string;
  lid: string;
  name: string;
  registration_id: number;
  identity_private: Uint8Array;
  identity_public: Uint8Array;
  signed_key_private: Uint8Array;
  signed_key_public: Uint8Array;
  signed_key_signature: Uint8Array;
  line: Line;
  faults: string;
}

export type NewPhone = Omit<PhoneRow, 'line' | 'faults'>;

/** A device paired with a phone. The phone itself is device 0. */
export interface CompanionRow {
  number: string;
  device_id: number;
  noise_key: Uint8Array;
  registration_id: number;
  identity: Uint8Array;
  signed_key_id: number;
  signed_key: Uint8Array;
  signed_key_signature: Uint8Array;
  /** 1 after the history notice was queued. */
  welcomed: number;
}

export type CompanionRef = Pick<CompanionRow, 'number' | 'device_id'>;

export interface QueuedStanza {
  seq: number;
  class: 'message' | 'receipt' | 'history' | 'call';
  stanza_id: string;
  stanza_type: string;
  attempt: number;
  node: Uint8Array;
}

/** `type` is null while the message is unreadable. */
export interface MessageRow {
  seq: number;
  phone: string;
  wa_message_id: string;
  direction: Direction;
  peer: string;
  /** 0 is a phone. */
  sender_device: number;
  /** Receipts come from this address. */
  addressed_as: string | null;
  type: string | null;
  text: string | null;
  content: Uint8Array | null;
  at: number;
  copies: number;
  read_at: number | null;
}

/** `peer_read_at` is null for messages to the phone. */
export type ChatRow = MessageRow & { peer_read_at: number | null };

export type NewMessage = Omit<MessageRow, 'seq' | 'copies' | 'read_at'>;
