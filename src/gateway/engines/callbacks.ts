import type { MessageChange, PhoneReply, ReceivedMessage, Restriction } from './engine.ts';
import type { StandingReport } from './standing.ts';

export interface CallbackReader {
  /** Entries, changes and items. */
  readonly maxParts: number;
  /** Searches unverified bytes, and never parses them. */
  hintsIn(bytes: Buffer): NamedIds;
  /** Null: more than `maxParts`. */
  open(payload: unknown): OpenedCallback | null;
  readHistory(value: unknown): History;
  readAppState(value: unknown): AppContact[];
}

/** Long changes, read after the answer. */
export const HISTORY = 'history';
export const APP_STATE = 'smb_app_state_sync';

/** From before the connection, in parts of any order. */
export interface History {
  messages: EarlierMessage[];
  /** Percent; null: not said. */
  progress: number | null;
  isDeclined: boolean;
  /** Counts unreadable messages. */
  broken: number;
}

/** `from`: the customer of the chat, also for messages of the business. */
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

/** `broken` counts unreadable items, of which the first are in `other`, too. */
export interface CallbackItems {
  items: CallbackItem[];
  accounts: AccountUpdate[];
  restrictions: RestrictedNumber[];
  accountOf: Map<string, string>;
  broken: number;
}

export type CallbackItem = ChatItem | GroupItem;

export type ChatItem =
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

/** A device that takes part in groups has `items`, others only store `payload`. */
export interface GroupItem {
  kind: 'in_group';
  phoneNumberId: string;
  /** The provider's id. Null: unreadable. */
  groupId: string | null;
  at: Date;
  payload: object;
  items: ChatItem[];
}

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
  /** By another agent of the number. */
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
   * - refusal: of a message, by the provider.
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
  /** Such as `marketing` or `utility`. */
  category: string;
  /** Such as `regular` or `free_entry_point`. */
  type: string | null;
  model: string | null;
  billable: boolean;
}

export interface AccountUpdate {
  wabaId: string;
  field: string;
  /** Digits; null: all numbers of the account. */
  phoneNumber: string | null;
  payload: object;
  at: Date;
  template: TemplateReport | null;
  standing: StandingReport | null;
  /** Null: numbers send as before. */
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

export interface RestrictedNumber {
  phoneNumberId: string;
  reason: Restriction;
  at: Date;
}
