import type { EngineKind } from '../gateway/engines/kinds.ts';
import type { Choice } from './choices.ts';

/** As it was read for one decision. */
export interface Chat {
  account_id: number;
  conversation_id: number;
  conversation_uuid: string;
  /** It speaks for the number now. */
  device_id: number;
  device_uuid: string;
  device_label: string | null;
  engine: EngineKind;
  /** Decides which servers a flow reaches. */
  network: 'live' | 'sandbox';
  person_id: number;
  /** Of the contact, or the person's own. */
  person_name: string | null;
  phone: string;
  labels: readonly string[];
  /** The last entry point of the customer. Null or missing: none. */
  entry_point?: { id: string; name: string; ad_id: string | null } | null;
  last_human_at: Date | null;
  /** All messages of the decision are sent under this version. */
  ownership_version: number;
  episode: number;
  /** Row id of the first message that the automation may know. */
  context_from: number | null;
  /** Of the last decision that sent something. */
  last_stage: string | null;
  /** A flow may run. */
  has_flow_session: boolean;
  /** Of cached configurations. */
  automation_version: number;
}

export interface Deciding {
  /** Public id. Also the idempotency key of calls to others. */
  decision_id: string;
  at: Date;
  /** Aborted when the decision takes too long: another process may make it then. */
  signal: AbortSignal;
}

export interface CameBy {
  /** Null: an advertisement that the account does not keep. */
  entry_point_id: string | null;
  ad_id: string | null;
}

export interface Incoming {
  /** Row id. */
  id: number;
  /** Null on rows of old versions. */
  public_id: number | null;
  type: string;
  /** Or caption, or title of a tapped choice. */
  text: string | null;
  choice_id: string | null;
  /** The choice of the last menu whose number the text is. A question of a flow reads the number itself. */
  picked?: Choice;
  at: Date;
  came_by?: CameBy;
  /** The first message of the customer in this episode. */
  opens: boolean;
}

/** Only the hidden code of a link: the customer has asked nothing yet. */
export const isArrival = ({ type, text, came_by }: Incoming): boolean =>
  type === 'text' && text === '' && came_by !== undefined;

/** The title of the picked choice replaces its number. */
export const asTapped = ({ picked, ...incoming }: Incoming): Incoming =>
  picked ? { ...incoming, text: picked.title, choice_id: picked.id } : incoming;
