/** The contract of an engine. Connection trouble is an event, never an exception. */

import { SECOND } from '../../platform/lib/clock.ts';
import type { MediaType } from '../../platform/lib/media/formats.ts';
import type { ContactCard, Location } from './content-kinds.ts';
import type { InboundFile } from './inbound-file.ts';
import type { EngineKind, MessageType } from './kinds.ts';
import type { NumberStanding } from './standing.ts';

/** Longest call of an engine with the transport `calls`, with its repetitions. */
export const CALL_LIMIT_MS = 30 * SECOND;

export type Network = 'live' | 'sandbox';

/**
 * Why a provider restricts a connected number.
 * - new_chats: the number may answer, but not start new chats.
 * - spam: too many complaints. templates: templates of the wrong category.
 * - payment, display_name: the owner has to fix the payment or the name at the provider.
 * - account, violation: the provider restricts the whole business account.
 */
export type Restriction =
  | 'new_chats'
  | 'spam'
  | 'templates'
  | 'payment'
  | 'display_name'
  | 'account'
  | 'violation';

/** Stateless: opening a session uses no network. `ENGINE_KINDS` has the capabilities. */
export interface EngineDriver {
  readonly kind: EngineKind;
  /** A reserved id. Every re-send uses it again. */
  newMessageId(): string;
  open(host: SessionHost): EngineSession;
}

export interface EngineSession {
  /** Connects, or pairs without stored credentials. Events report the result. */
  connect(): void;
  /**
   * The work before the first send, such as uploading a file. The caller commits the content before `send`,
   * and passes it with every re-send. Never rejects. Ends soon after the signal.
   */
  prepare(message: OutboundMessage, signal: AbortSignal): Promise<Preparation>;
  /** Never rejects. With the transport `line`, an `ack` event follows; with `calls` it ends within CALL_LIMIT_MS. */
  send(message: OutboundMessage): Promise<SendOutcome>;
  /**
   * Which of these numbers are on the network. Numbers without an answer are missing, and all of them for an engine
   * that cannot ask. Never rejects.
   */
  findRegistered(phones: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
  /** Shows the author of this message that the number types, until its next message. Never throws; nothing follows. */
  showTyping(to: string, waMessageId: string): void;
  /**
   * Shows the author of these messages, oldest first, that they are read. Never throws; nothing follows. What is missed
   * is not repeated.
   */
  markRead(to: string, waMessageIds: readonly string[]): void;
  /** Closes the session too. True when the provider confirmed. */
  logout(timeoutMs: number): Promise<boolean>;
  /** Keeps the credentials. No event follows. */
  close(): Promise<void>;
}

export interface SessionHost {
  readonly deviceUuid: string;
  readonly store: SessionStore;
  /** As known when the session was opened. */
  readonly restriction: { reason: Restriction; until: Date | null } | null;
  emit(event: EngineEvent): void;
  /** The message with this id, for a recipient who could not decrypt it. */
  findSent(waMessageId: string): Promise<OutboundMessage | null>;
  /** Whether the account rejects calls. */
  rejectsCalls(): boolean;
  /** Whether this customer has ever written to the device. Rejects when another process owns the device. */
  hasInbound(phone: string): Promise<boolean>;
}

/** Waits while the database is unavailable, and rejects only with Fenced. */
export interface SessionStore {
  loadCreds(): Promise<Uint8Array | null>;
  loadKeys(type: string, ids: readonly string[]): Promise<Map<string, Uint8Array>>;
  listKeyIds(type: string): Promise<string[]>;
  /** One transaction: an inbound message cannot be decrypted again once its keys have changed. */
  commit(change: SessionChange): Promise<void>;
  /** The device has to pair again. */
  erase(): Promise<void>;
}

export interface SessionChange {
  creds?: Uint8Array;
  /** A null value deletes. */
  keys?: readonly { type: string; id: string; value: Uint8Array | null }[];
  received?: readonly ReceivedMessage[];
  /** The engine may repeat them, and reports own messages too. The service knows those by the reserved id. */
  replies?: readonly PhoneReply[];
  /** In the order of their arrival, after the messages. */
  messageChanges?: readonly MessageChange[];
  /** Ids of customers whose numbers the engine learned. The engine may repeat them. */
  numbers?: readonly KnownNumber[];
}

/** `otherId`: as in a received message. */
export interface KnownNumber {
  otherId: string;
  phone: string;
}

/** Another process owns the device. The session writes no more. */
export class Fenced extends Error {
  override name = 'Fenced';
}

export interface OutboundMessage {
  waMessageId: string;
  /** As `from` of a received message. */
  to: string;
  type: MessageType;
  /** Of a file its caption. */
  body: string | null;
  mediaUrl: string | null;
  /** Of the types that have it, in the form of the API. */
  interactive: Interactive | null;
  /** Sent instead of the text. Only engines with `sendsTemplates` get one. */
  template: OutboundTemplate | null;
  /** The content from `prepare`. */
  prepared: Uint8Array | null;
  /** Of a reaction, the message that it is about. */
  quote?: Quote | null;
  location?: Location | undefined;
  contacts?: readonly ContactCard[] | undefined;
}

/** The earlier message of the chat that a message answers. Stored as JSON. */
export interface Quote {
  /** The provider's id. */
  id: string;
  /** `us`: the account wrote it. */
  author: 'us' | 'them';
  type: string;
  /** The first characters of its text; null without text. */
  excerpt: string | null;
}

/** A template that the provider has approved, and its variables. `body` of the message is its rendered text. */
export interface OutboundTemplate {
  name: string;
  language: string;
  variables: readonly TemplateValue[];
}

/**
 * `name` of a named variable of header or body; positional ones are in their order. `index` of a button, from 0. The
 * value of a file is its URL, of `mpm` the ids of products with commas. Those of `flow` and `catalog` can be empty.
 */
export type TemplateValue =
  | { part: 'header' | 'body'; kind: 'text'; name?: string; value: string }
  | { part: 'header'; kind: 'image' | 'video' | 'document'; value: string }
  | { part: 'button'; kind: 'url' | 'copy_code' | 'flow' | 'catalog'; index: number; value: string }
  | { part: 'button'; kind: 'mpm'; index: number; title: string; value: string };

/** `buttons` of a `button` message; `button_text` and `sections` of a `list` message. */
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
 * The message types that Kurir keeps. A sticker is an image. A message of another type is its readable text.
 * A reaction is no message.
 */
export interface CustomerContent {
  type: 'text' | MediaType;
  /** Null for a file without a caption. */
  body: string | null;
  /** Missing for a file that cannot be fetched. */
  file?: InboundFile;
}

/** `from` has digits only, or is the provider's id of a customer who hides the number: `...@lid`, or a user id. */
export interface ReceivedMessage extends CustomerContent {
  waMessageId: string;
  from: string;
  /** The name that the author chose. */
  senderName?: string;
  /** Another id of the author, which the provider names beside `from`: `...@lid`, or a user id. Never a number. */
  otherId?: string;
  at: Date;
  /** The keys are those of the official provider; `quote` is a Quote. */
  details?: object;
  /** Another agent of the number holds the chat, and answers. */
  isStandby?: true;
}

/** A message that was written on the phone of the number, or on another client of the number. */
export interface PhoneReply extends CustomerContent {
  waMessageId: string;
  /** As `from` of a received message. */
  to: string;
  at: Date;
  /** False for a late report: the message was written while the engine was not connected. */
  isLive: boolean;
  details?: object;
  /** Another agent of the number wrote it. */
  isAgent?: true;
}

export const CHANGE_KINDS = ['reaction', 'edit', 'deletion', 'vote'] as const;

/** What a person did to an earlier message of the chat. */
export interface MessageChange {
  kind: (typeof CHANGE_KINDS)[number];
  /** The provider's id of the change. */
  waMessageId: string;
  /** The customer of the chat, as `from` of a message. */
  phone: string;
  /** The account did it, on its own phone. */
  fromMe: boolean;
  /** The provider's id of the earlier message. */
  target: string;
  /** The emoji or the new text. Null: removed, or not readable. */
  body: string | null;
  at: Date;
}

/**
 * - written: the ack follows. With `providerId` the provider has accepted the message already, under this id.
 * - not_written: a retry is safe. `fewTries`: at most two retries. `pause`: it waits, and no attempt counts.
 * - written: `recipientIds` are what else the network calls the recipient, where that is new. `keptReason`: the
 *   provider has accepted the message and keeps it back. A status says later whether it was sent.
 * - unknown: the message may have been written.
 * - refused: no retry can succeed. `byProvider`: the message reached the provider.
 */
export type SendOutcome =
  | { outcome: 'written'; providerId?: string; recipientIds?: readonly string[]; keptReason?: KeptReason }
  | { outcome: 'not_written'; code: string; message: string; pause?: Pause; fewTries?: true }
  | { outcome: 'unknown'; code: string; message: string }
  | { outcome: 'refused'; code: string; message: string; byProvider?: true };

/**
 * - held_for_quality_assessment: the provider waits for the reaction of other customers to the template.
 * - paused: the provider has paused the sending.
 */
export const KEPT_REASONS = ['held_for_quality_assessment', 'paused'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

/** The admission refuses such a message, so this one is of another version. */
export const TYPE_NOT_SUPPORTED = {
  outcome: 'refused',
  code: 'type_not_supported',
  message: 'This engine does not send messages of this type.',
} as const;

/** What waits. `restriction`: the whole device, until a probe shows that the restriction has ended. */
export interface Pause {
  scope: 'message' | 'recipient' | 'device' | 'restriction';
  ms: number;
}

/**
 * - prepared: every send needs `content`.
 * - not_written: may be retried, as after a send.
 * - refused: no retry can succeed.
 */
export type Preparation =
  | { outcome: 'prepared'; content: Uint8Array }
  | Extract<SendOutcome, { outcome: 'not_written' }>
  | { outcome: 'refused'; code: string; message: string };

export type EngineEvent =
  | { type: 'qr'; code: string; validMs: number }
  | { type: 'pairing_expired' }
  /** Without a number: an engine whose devices have none. */
  | { type: 'connected'; phoneNumber: string | null }
  /** The session reconnects by itself unless `final`. */
  | { type: 'disconnected'; reason: string; final: boolean }
  /** The credentials are invalid: the device was removed on the phone, or its token was refused. */
  | { type: 'logged_out'; reason: string }
  | { type: 'banned'; reason: string }
  /** Repeated while the restriction lasts. `until` is null without a known end. */
  | { type: 'restricted'; reason: Restriction; until: Date | null }
  | { type: 'unrestricted'; reasons: readonly Restriction[] }
  /** When the access token expires; null: never. */
  | { type: 'token_expiry'; at: Date | null }
  /** At least once a day, also when it is as before. */
  | { type: 'standing'; standing: NumberStanding }
  /**
   * The provider accepted the message (no error) or refused it. Unless `permanent`, a retry may succeed.
   * With `waitMs` the message waits, and no attempt counts.
   */
  | {
      type: 'ack';
      waMessageId: string;
      at: Date;
      error: { code: string; message: string; permanent: boolean; waitMs?: number } | null;
    }
  | { type: 'receipt'; waMessageId: string; status: 'delivered' | 'read'; at: Date }
  /**
   * For each message that another member writes in a group, which has no chat. `askName` asks the provider, and
   * resolves with null without an answer.
   */
  | { type: 'group_message'; groupId: string; at: Date; askName(): Promise<string | null> }
  /** The provider answers. At most one event in 10 s. */
  | { type: 'healthy'; at: Date };
