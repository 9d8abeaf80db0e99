import type { MessageChange, PhoneReply, ReceivedMessage, Restriction } from './engine.ts';
import type { StandingReport } from './standing.ts';

export interface CallbackReader {
  /** Entries, changes and items of one callback. */
  readonly maxParts: number;
  /** Searches unverified bytes once, and never parses them. */
  hintsIn(bytes: Buffer): NamedIds;
  /** Null for a callback of more than `maxParts`. */
  open(payload: unknown): OpenedCallback | null;
  /** Of the field HISTORY. */
  readHistory(value: unknown): History;
  /** Of the field APP_STATE. */
  readAppState(value: unknown): AppContact[];
}

/** Long changes, read after the answer. */
export const HISTORY = 'history';
export const APP_STATE = 'smb_app_state_sync';

/** Messages from before the connection. The provider sends parts in any order. */
export interface History {
  messages: EarlierMessage[];
  /** Percent of the history; null: not said. */
  progress: number | null;
  isDeclined: boolean;
  /** Counts unreadable messages. */
  broken: number;
}

/** `from` is the customer of the chat, also where the business wrote it. */
export interface EarlierMessage {
  message: ReceivedMessage;
  status: 'received' | 'sent' | 'delivered' | 'read' | 'failed';
}

/** Saved by the owner in the Business app. */
export interface AppContact {
  /** Digits. */
  phone: string;
  name: string;
  at: Date | null;
}

export interface OpenedCallback {
  readonly named: NamedIds;
  /** `receivedAt` replaces an unreadable time. */
  read(receivedAt: Date): CallbackItems;
}

export interface NamedIds {
  numbers: string[];
  wabaIds: string[];
}

/** `broken` counts unreadable items. The first of them are also items of kind `other`. */
export interface CallbackItems {
  items: CallbackItem[];
  accounts: AccountUpdate[];
  restrictions: RestrictedNumber[];
  /** Groups of customers. They have no chat. */
  groups: NumberGroup[];
  accountOf: Map<string, string>;
  broken: number;
}

export type CallbackItem =
  | { kind: 'message'; phoneNumberId: string; message: ReceivedMessage }
  | { kind: 'reply'; phoneNumberId: string; reply: PhoneReply }
  | { kind: 'change'; phoneNumberId: string; change: MessageChange }
  | { kind: 'status'; phoneNumberId: string; status: StatusReport }
  | { kind: 'warning'; phoneNumberId: string; warning: MessageWarning }
  | { kind: 'consent'; phoneNumberId: string; consent: Consent }
  | { kind: 'moved'; phoneNumberId: string; move: Move }
  | { kind: 'handover'; phoneNumberId: string; handover: Handover }
  /** Only stored. */
  | { kind: 'other'; phoneNumberId: string; field: string; payload: object };

/** A customer has another number or user id. */
export interface Move {
  /** Digits and user ids, as before. */
  from: readonly string[];
  /** The new ones. */
  to: readonly string[];
}

export interface Handover {
  /** Digits, or the user id. */
  phone: string;
  /** Another agent of the number holds it. False: the business does. */
  isHeld: boolean;
  at: Date;
}

/** A customer allows or stops advertising. */
export interface Consent {
  /** Digits, or the user id. */
  phone: string;
  marketing: 'stop' | 'resume';
  /**
   * - preference: chosen in the app.
   * - refusal: the provider refused a message.
   */
  reason: 'preference' | 'refusal';
}

/** Error code: the customer stopped advertising. */
export const MARKETING_STOPPED = '131050';

interface MessageReport {
  providerId: string;
  /** Our id of the message. */
  reference: string | null;
}

/** About a message that did not fail. */
export interface MessageWarning extends MessageReport {
  code: string;
  message: string;
}

export interface StatusReport extends MessageReport {
  status: 'sent' | 'delivered' | 'read' | 'failed';
  error: { code: string; message: string } | null;
  /** When the status was reached. */
  at: Date;
  pricing: Pricing | null;
}

export interface Pricing {
  /** Such as `marketing`, `utility`, `authentication` or `service`. */
  category: string;
  /** Such as `regular` or `free_entry_point`. */
  type: string | null;
  model: string | null;
  billable: boolean;
}

export interface AccountUpdate {
  wabaId: string;
  field: string;
  /** Digits of the number; null: all numbers of the account. */
  phoneNumber: string | null;
  payload: object;
  at: Date;
  template: TemplateReport | null;
  standing: StandingReport | null;
  /** Null when its numbers send as before. */
  change: AccountChange | null;
}

export interface TemplateReport {
  /** Null: not named readably. */
  key: { name: string; language: string } | null;
  /** Null: as before. */
  status: string | null;
  /** Of a refusal; only with a status. */
  rejection: string | null;
  quality: string | null;
  category: string | null;
}

export type AccountChange =
  | { change: 'disabled' | 'reinstated' | 'removed' }
  | { change: 'restricted'; reason: Extract<Restriction, 'account' | 'violation'>; until: Date | null };

export interface NumberGroup {
  phoneNumberId: string;
  groupId: string;
  at: Date;
}

export interface RestrictedNumber {
  phoneNumberId: string;
  reason: Restriction;
  at: Date;
}
