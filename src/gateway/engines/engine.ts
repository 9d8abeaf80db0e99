/** Connection trouble is an event, never an exception. */

import { SECOND } from '../../platform/lib/clock.ts';
import type { MediaType } from '../../platform/lib/media/formats.ts';
import type { ContactCard, Location } from './content-kinds.ts';
import type { InboundFile } from './inbound-file.ts';
import type { EngineKind, MessageType } from './kinds.ts';
import type { NumberStanding } from './standing.ts';

/** Of one engine call with the transport `calls`, with its repetitions. */
export const CALL_LIMIT_MS = 30 * SECOND;

export type Network = 'live' | 'sandbox';

/**
 * Why a provider restricts a connected number.
 * - new_chats: it may answer, but not start chats.
 * - spam: complaints. templates: wrong category.
 * - payment, display_name: the owner fixes it at the provider.
 * - account, violation: of the whole business account.
 */
export type Restriction =
  | 'new_chats'
  | 'spam'
  | 'templates'
  | 'payment'
  | 'display_name'
  | 'account'
  | 'violation';

/** Stateless: opening a session uses no network. */
export interface EngineDriver {
  readonly kind: EngineKind;
  /** Every re-send uses this id again. */
  newMessageId(): string;
  open(host: SessionHost): EngineSession;
}

export interface EngineSession {
  /**
   * Connects, or pairs without stored credentials. Events report the result. `codeFor`: the pairing asks once for a
   * code that the phone of this number types.
   */
  connect(codeFor?: string): void;
  /**
   * The work before the first send, such as an upload. The caller commits the content before `send`, and passes it with
   * every send. Never rejects. Ends soon after the signal.
   */
  prepare(message: OutboundMessage, signal: AbortSignal): Promise<Preparation>;
  /**
   * Never rejects. `line`: an `ack` event follows, and the end of the connection ends it, also while the store waits;
   * `calls`: ends within CALL_LIMIT_MS.
   */
  send(message: OutboundMessage): Promise<SendOutcome>;
  /** Numbers without an answer are missing; all of them, for an engine that cannot ask. Never rejects. */
  findRegistered(phones: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
  /**
   * One group, or for null all groups of the number, at most MAX_GROUPS without members. Empty: the number is in no
   * such group. Null: no answer. Never rejects.
   */
  readGroups(id: string | null): Promise<readonly GroupFacts[] | null>;
  /** Until the next message. Never throws. */
  showTyping(to: string, waMessageId: string): void;
  /** Oldest first. `authors`: in a group, who wrote each, as `from`. Never throws or repeats. */
  markRead(to: string, waMessageIds: readonly string[], authors?: ReadonlyMap<string, string>): void;
  /** Also closes the session. True: confirmed by the provider. */
  logout(timeoutMs: number): Promise<boolean>;
  /** Keeps the credentials. No event follows. Ends soon, also while the store waits. */
  close(): Promise<void>;
}

export interface SessionHost {
  readonly deviceUuid: string;
  readonly store: SessionStore;
  readonly files: NetworkFiles;
  /** At the opening of the session. */
  readonly restriction: { reason: Restriction; until: Date | null } | null;
  emit(event: EngineEvent): void;
  /** For recipients who could not decrypt it. */
  findSent(waMessageId: string): Promise<OutboundMessage | null>;
  /** Whether the account rejects calls. */
  rejectsCalls(): boolean;
  /** Whether messages of groups are received. */
  takesGroups(): boolean;
  /** Rejects when another process owns the device. */
  hasInbound(phone: string): Promise<boolean>;
}

/** Files of the number that its network has, by the hash of their content. They outlive the session. */
export interface NetworkFiles {
  find(content: Buffer): Promise<Uint8Array | null>;
  /** `file`: how a message names it. */
  keep(content: Buffer, file: Uint8Array, usableMs: number): Promise<void>;
}

/** Waits while the database is unavailable; rejects only with Fenced. */
export interface SessionStore {
  loadCreds(): Promise<Uint8Array | null>;
  loadKeys(type: string, ids: readonly string[]): Promise<Map<string, Uint8Array>>;
  listKeyIds(type: string): Promise<string[]>;
  /** One transaction: changed keys decrypt no message again. */
  commit(change: SessionChange): Promise<void>;
  /** The device has to pair again. */
  erase(): Promise<void>;
}

export interface SessionChange {
  creds?: Uint8Array;
  /** A null value deletes. */
  keys?: readonly { type: string; id: string; value: Uint8Array | null }[];
  received?: readonly ReceivedMessage[];
  /** When the oldest of them came, in ms of `performance.now`. */
  since?: number;
  /** May repeat, and include messages of Kurir. */
  replies?: readonly PhoneReply[];
  /** By arrival, after the messages. */
  messageChanges?: readonly MessageChange[];
  /** Of customer ids. May repeat. */
  numbers?: readonly KnownNumber[];
}

/** `otherId`: as in a received message. */
export interface KnownNumber {
  otherId: string;
  phone: string;
}

/** Another process owns the device, or may own it next. The session writes no more. */
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
  /** In the form of the API. */
  interactive: Interactive | null;
  /** Sent instead of the text, with `sendsTemplates`. */
  template: OutboundTemplate | null;
  /** The content from `prepare`. */
  prepared: Uint8Array | null;
  /** Of a reaction, an edit or a deletion, its message. */
  quote?: Quote | null;
  location?: Location | undefined;
  contacts?: readonly ContactCard[] | undefined;
  /** Of audio: Ogg with Opus, shown as a voice note. */
  voice?: boolean | undefined;
  viewOnce?: boolean | undefined;
  /** The recipient ignores it later. */
  until?: Date | undefined;
}

/** What a message answers. Stored as JSON. */
export interface Quote {
  /** The provider's id. */
  id: string;
  /** `us`: the account wrote it. */
  author: 'us' | 'them';
  type: string;
  /** Start of its text. Null also in a group, where only its member's message has it. */
  excerpt: string | null;
  /** In a group: who wrote it, as `from` of a received message. */
  member?: string;
}

/** An approved template. `body` of the message is its rendered text. */
export interface OutboundTemplate {
  name: string;
  language: string;
  variables: readonly TemplateValue[];
}

/**
 * `name` of a named variable; positional ones are in order. `index` of a button, from 0. A file's
 * value is its URL, `mpm` has product ids with commas, `flow` and `catalog` may be empty.
 */
export type TemplateValue =
  | { part: 'header' | 'body'; kind: 'text'; name?: string; value: string }
  | { part: 'header'; kind: 'image' | 'video' | 'document'; value: string }
  | { part: 'button'; kind: 'url' | 'copy_code' | 'flow' | 'catalog'; index: number; value: string }
  | { part: 'button'; kind: 'mpm'; index: number; title: string; value: string };

/** `buttons`, or `button_text` and `sections` of a `list`. */
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

/** Stickers are images, other types their readable text. Reactions are no messages. */
export interface CustomerContent {
  type: 'text' | MediaType;
  /** Null: a file without caption. */
  body: string | null;
  /** Missing: it cannot be fetched. */
  file?: InboundFile;
}

/**
 * `from`: digits, or the provider's id of a customer who hides the number: `...@lid`, or a user id.
 */
export interface ReceivedMessage extends CustomerContent {
  waMessageId: string;
  from: string;
  /** The name that the author chose. */
  senderName?: string;
  /** `...@lid`, or a user id, never a number. */
  otherId?: string;
  at: Date;
  /** In the official provider's keys; `quote` is a Quote. */
  details?: object;
  /** Another agent of the number holds the chat. */
  isStandby?: true;
  /** The chat in which `from` wrote it. Missing: the chat with `from`. */
  group?: GroupChat;
}

export interface GroupChat {
  /** `...@g.us` */
  id: string;
  /** Null: not known yet. */
  subject: string | null;
}

/** The network has smaller groups, and numbers with fewer of them. */
export const MAX_GROUP_MEMBERS = 1_024;
export const MAX_GROUPS = 2_000;

/** What the network says about a group. Stored as JSON for a short time. */
export interface GroupFacts {
  id: string;
  subject: string | null;
  description: string | null;
  /** With the number. Null: not said. */
  members_count: number | null;
  /** Administrators first. */
  members: readonly { phone: string; is_admin: boolean }[];
}

/** Written on the phone of the number, or another client. */
export interface PhoneReply extends CustomerContent {
  waMessageId: string;
  /** As `from` of a received message, or the id of a group. */
  to: string;
  at: Date;
  /** False: written while the engine was not connected. */
  isLive: boolean;
  details?: object;
  /** Another agent of the number wrote it. */
  isAgent?: true;
}

export const CHANGE_KINDS = ['reaction', 'edit', 'deletion', 'vote'] as const;

/** By a person, to an earlier message. */
export interface MessageChange {
  kind: (typeof CHANGE_KINDS)[number];
  /** The provider's id of the change. */
  waMessageId: string;
  /** The customer of the chat, as `from` of a message, or the id of a group. */
  phone: string;
  /** The member of the group who did it: `phone` as `from` of a message. */
  author?: { phone: string; name: string | null };
  /** On the account's own phone. */
  fromMe: boolean;
  /** The provider's id of the earlier message. */
  target: string;
  /** Emoji or new text. Null: removed, or not readable. */
  body: string | null;
  at: Date;
}

/**
 * - written: the ack follows, unless there is a `providerId`. `recipientIds`: new ids of the
 * recipient. `keptReason`: kept back by the provider, until a status.
 * - not_written: a retry is safe. `fewTries`: at most two. `pause`: waits, without an attempt.
 * - unknown: may have been written.
 * - refused: no retry can succeed. `byProvider`: the message reached it.
 */
export type SendOutcome =
  | { outcome: 'written'; providerId?: string; recipientIds?: readonly string[]; keptReason?: KeptReason }
  | { outcome: 'not_written'; code: string; message: string; pause?: Pause; fewTries?: true }
  | { outcome: 'unknown'; code: string; message: string }
  | { outcome: 'refused'; code: string; message: string; byProvider?: true };

/**
 * - held_for_quality_assessment: until customers react to the template.
 * - paused: the provider has paused the sending.
 */
export const KEPT_REASONS = ['held_for_quality_assessment', 'paused'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

/** Refused at the admission: the message is of another version. */
export const TYPE_NOT_SUPPORTED = {
  outcome: 'refused',
  code: 'type_not_supported',
  message: 'This engine does not send messages of this type.',
} as const;

export const VOICE_TYPE = 'audio/ogg; codecs=opus';

export const NO_VOICE = {
  outcome: 'refused',
  code: 'media_type_not_supported',
  message: 'A voice note must be an Ogg file with Opus.',
} as const;

/** `restriction`: the whole device waits, until a probe. */
export interface Pause {
  scope: 'message' | 'recipient' | 'device' | 'restriction';
  ms: number;
}

/**
 * - prepared: every send needs `content`.
 * - not_written: may be retried.
 * - refused: no retry can succeed.
 */
export type Preparation =
  | { outcome: 'prepared'; content: Uint8Array }
  | Extract<SendOutcome, { outcome: 'not_written' }>
  | { outcome: 'refused'; code: string; message: string };

/** `passkey_rejected`: the network refused the pairing after it had asked for a passkey. */
export type PairingEnd = 'qr_expired' | 'passkey_timeout' | 'passkey_rejected' | 'passkey_cancelled';

/** What the browser of the owner has signed. */
export interface PasskeyAssertion {
  credentialId: Uint8Array;
  /** `PublicKeyCredential` as JSON. */
  json: string;
}

export type EngineEvent =
  | { type: 'qr'; code: string; validMs: number }
  /** The phone may type it for `validMs`. */
  | { type: 'pairing_code'; state: 'shown'; code: string; validMs: number }
  /** The network gives no code, or it has ended with its connection. */
  | { type: 'pairing_code'; state: 'refused' | 'ended' }
  /**
   * The network asks for a passkey before it links the phone. The QR and the code are over. `options`: JSON for the
   * browser. One answer within `validMs` counts; null cancels the pairing.
   */
  | {
      type: 'passkey';
      state: 'asked';
      options: string;
      validMs: number;
      answer(assertion: PasskeyAssertion | null): void;
    }
  /** The network has the answer. The phone may show this code. */
  | { type: 'passkey'; state: 'sent'; code: string }
  /** Linked, or over. */
  | { type: 'passkey'; state: 'ended' }
  | { type: 'pairing_ended'; reason: PairingEnd }
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
