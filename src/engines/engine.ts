/** The contract between Kurir and a messaging network. Facts come as data, trouble as events, never as exceptions. */

import type { EngineKind, MessageType } from './kinds.ts';

export type Network = 'live' | 'sandbox';

/**
 * Why a provider holds back a number that is connected.
 * - new_chats: it may answer, and start no new chats.
 * - spam: too many people have complained. templates: its templates were of the wrong kind.
 * - payment, display_name: somebody has to put them right at the provider.
 * - account, violation: what the provider says of the whole business account.
 */
export type Restriction =
  | 'new_chats'
  | 'spam'
  | 'templates'
  | 'payment'
  | 'display_name'
  | 'account'
  | 'violation';

/** One per engine kind; `ENGINE_KINDS` says what the kind can do. Stateless: opening a session touches no network. */
export interface EngineDriver {
  readonly kind: EngineKind;
  /** An id for a message that is about to be written: reserved, committed, then carried by every re-send. */
  newMessageId(): string;
  open(host: SessionHost): EngineSession;
}

/** One per device that this process holds. */
export interface EngineSession {
  /** Starts connecting, or pairing when the store has no credentials; what comes of it arrives as events. Never rejects. */
  connect(): void;
  /**
   * Does what a message needs before its first send (fetches its file and uploads it, for instance). Whoever asks commits the content before
   * `send`, and hands it in again with every re-send. Never rejects; the signal gives it up soon.
   */
  prepare(message: OutboundMessage, signal: AbortSignal): Promise<Preparation>;
  /** Transmits one message under its reserved id. Never rejects; on a line the provider's answer arrives as an `ack` event. */
  send(message: OutboundMessage): Promise<SendOutcome>;
  /** Takes the device off the account at the provider. Resolves true when the provider confirmed; afterwards the session is closed. */
  logout(timeoutMs: number): Promise<boolean>;
  /** Closes the connection and keeps the credentials. No event is emitted after it resolves. */
  close(): Promise<void>;
}

/** What a session may use of the service around it. */
export interface SessionHost {
  readonly deviceUuid: string;
  readonly store: SessionStore;
  /** What held the number back when the session was opened; null when nothing did. */
  readonly restriction: { reason: Restriction; until: Date | null } | null;
  emit(event: EngineEvent): void;
  /** The message sent under this provider id, to answer a recipient that could not decrypt it; null when unknown. */
  findSent(waMessageId: string): Promise<OutboundMessage | null>;
  /** Whether this person has ever written to the device. Rejects when the device is taken away. */
  hasInbound(phone: string): Promise<boolean>;
}

/** Where a session keeps its credentials and keys. Reads and writes wait while the database is away; they reject only with Fenced. */
export interface SessionStore {
  loadCreds(): Promise<Uint8Array | null>;
  loadKeys(type: string, ids: readonly string[]): Promise<Map<string, Uint8Array>>;
  /** All of it in one transaction: new keys, and the inbound messages that could not be decrypted again. */
  commit(change: SessionChange): Promise<void>;
  /** Forgets credentials and keys: the device has to be paired anew. */
  erase(): Promise<void>;
}

export interface SessionChange {
  creds?: Uint8Array;
  /** A null value deletes. */
  keys?: readonly { type: string; id: string; value: Uint8Array | null }[];
  received?: readonly ReceivedMessage[];
}

/** Another process owns the device now: stop, write nothing more. */
export class Fenced extends Error {
  override name = 'Fenced';
}

/** A message to be written. `to` has digits only. */
export interface OutboundMessage {
  waMessageId: string;
  to: string;
  type: MessageType;
  /** The text; of media the caption. */
  body: string | null;
  mediaUrl: string | null;
  interactive: Interactive | null;
  /** What `prepare` made of it; null for types that need none, and before. */
  prepared: Uint8Array | null;
}

/** The choices of a `button` message (`buttons`) or a `list` message (`button_text`, `sections`), as the API takes them. */
export interface Interactive {
  header?: string | undefined;
  footer?: string | undefined;
  buttons?: readonly { id: string; title: string }[] | undefined;
  button_text?: string | undefined;
  sections?: readonly InteractiveSection[] | undefined;
}

export interface InteractiveSection {
  title?: string | undefined;
  rows: readonly { id: string; title: string; description?: string | undefined }[];
}

/**
 * What a customer's message is for the service, whatever more kinds the network has: a sticker is an image, and all that is no medium is the text
 * that a person would read. A reaction is no message.
 */
export interface CustomerContent {
  type: Exclude<MessageType, 'button' | 'list'>;
  /** Null for a medium without caption. */
  body: string | null;
}

/** A message from a customer. `from` has digits only, or is the provider's id of somebody who shows no number. */
export interface ReceivedMessage extends CustomerContent {
  waMessageId: string;
  from: string;
  at: Date;
  /** What else is known of it, as JSON, for the service's own use. */
  details?: object;
}

/**
 * - written: handed to the network; wait for the ack. With `providerId` the provider has taken it already, under this id.
 * - not_written: certainly not taken; may be tried again, with `fewTries` only twice in all. With `pause` the provider wants to be left alone for
 *   a while, and no harm is done by waiting: about this message, about its recipient, or about all of the
 *   device; as a restriction until messages arrive again, which one of them has to show when the time is over.
 * - unknown: nobody can tell.
 * - refused: will never work; `byProvider`: it has got that far.
 */
export type SendOutcome =
  | { outcome: 'written'; providerId?: string }
  | { outcome: 'not_written'; code: string; message: string; pause?: Pause; fewTries?: true }
  | { outcome: 'unknown'; code: string; message: string }
  | { outcome: 'refused'; code: string; message: string; byProvider?: true };

export interface Pause {
  scope: 'message' | 'recipient' | 'device' | 'restriction';
  ms: number;
}

/**
 * - prepared: `content` is all that the sends need.
 * - not_written: nothing came of it; may be tried again, as after a send.
 * - refused: will never work.
 */
export type Preparation =
  | { outcome: 'prepared'; content: Uint8Array }
  | Extract<SendOutcome, { outcome: 'not_written' }>
  | { outcome: 'refused'; code: string; message: string };

export type EngineEvent =
  /** A pairing code to be shown; valid for `validMs` from now. */
  | { type: 'qr'; code: string; validMs: number }
  /** Pairing ended without a scan; nothing was stored. */
  | { type: 'pairing_expired' }
  | { type: 'connected'; phoneNumber: string }
  /** The line is down; the session goes on trying by itself unless `final`. */
  | { type: 'disconnected'; reason: string; final: boolean }
  /** What the device logs in with is void: removed on the phone, logged out, a token refused. */
  | { type: 'logged_out'; reason: string }
  | { type: 'banned'; reason: string }
  /** The number stays connected, and the provider does not let it do everything; `until` null: it does not say how long. Said again while it lasts. */
  | { type: 'restricted'; reason: Restriction; until: Date | null }
  /** These are over. */
  | { type: 'unrestricted'; reasons: readonly Restriction[] }
  /** Until when the access token is good; null: for good. */
  | { type: 'token_expiry'; at: Date | null }
  /**
   * The provider took the message (no error) or refused it. `permanent` false: worth another try later; with `waitMs` after that time, and the
   * message is not blamed for it.
   */
  | {
      type: 'ack';
      waMessageId: string;
      at: Date;
      error: { code: string; message: string; permanent: boolean; waitMs?: number } | null;
    }
  | { type: 'receipt'; waMessageId: string; status: 'delivered' | 'read'; at: Date }
  /** Sign of life from the provider; at most one in 10 s. */
  | { type: 'healthy'; at: Date };
