import type { ReceivedMessage, Restriction } from './engine.ts';

/** Reads the HTTP calls by which a provider reports on numbers. One per engine that needs callbacks. */
export interface CallbackReader {
  /** Upper bound of entries, changes and items in one callback. */
  readonly maxParts: number;
  /** The ids in bytes whose signature is not verified yet. Searches the bytes once and parses nothing. */
  hintsIn(bytes: Buffer): NamedIds;
  /** Null for a callback of more than `maxParts`. */
  open(payload: unknown): OpenedCallback | null;
}

/** A callback whose subjects are known and whose content is unread. */
export interface OpenedCallback {
  readonly named: NamedIds;
  /** Reads item by item. `receivedAt` replaces a time that is unreadable. */
  read(receivedAt: Date): CallbackItems;
}

/** Provider ids of numbers and of business accounts. */
export interface NamedIds {
  numbers: string[];
  wabaIds: string[];
}

/** The content of a callback. `broken` counts unreadable items; the first of them are also items of kind `other`. */
export interface CallbackItems {
  items: CallbackItem[];
  accounts: AccountUpdate[];
  restrictions: RestrictedNumber[];
  /** The business account of each number. */
  accountOf: Map<string, string>;
  broken: number;
}

/** One item about a number. */
export type CallbackItem =
  | { kind: 'message'; phoneNumberId: string; message: ReceivedMessage }
  | { kind: 'status'; phoneNumberId: string; status: StatusReport }
  /** Stored only. */
  | { kind: 'other'; phoneNumberId: string; field: string; payload: object };

export interface StatusReport {
  /** The provider's id of the message. */
  providerId: string;
  /** Our id of the message, if the send carried one. */
  reference: string | null;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  error: { code: string; message: string } | null;
}

/** One item about a business account, or about one of its numbers. */
export interface AccountUpdate {
  wabaId: string;
  field: string;
  /** Digits of the number; null: all numbers of the account. */
  phoneNumber: string | null;
  payload: object;
  at: Date;
  /** Null: its devices send as before. */
  change: AccountChange | null;
}

/** What happened to a business account, and so to all its numbers. */
export type AccountChange =
  | { change: 'disabled' | 'reinstated' | 'removed' }
  | { change: 'restricted'; reason: Extract<Restriction, 'account' | 'violation'>; until: Date | null };

/** A number whose restriction an error shows. */
export interface RestrictedNumber {
  phoneNumberId: string;
  reason: Restriction;
  at: Date;
}
