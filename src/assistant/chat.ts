import type { EngineKind } from '../gateway/engines/kinds.ts';
import type { Choice } from './choices.ts';

/** A conversation that an automation may answer, as it was read for one decision. */
export interface Chat {
  account_id: number;
  conversation_id: number;
  conversation_uuid: string;
  /** The device that speaks for the number now. */
  device_id: number;
  device_uuid: string;
  device_label: string | null;
  engine: EngineKind;
  /** A sandbox account's automations reach what its webhooks reach. */
  network: 'live' | 'sandbox';
  person_id: number;
  /** The name of the contact, or the own name of the person. */
  person_name: string | null;
  /** As `messages.phone` has it. */
  phone: string;
  labels: readonly string[];
  /** Through which the customer came last. Null or missing: none. */
  entry_point?: { id: string; name: string; ad_id: string | null } | null;
  /** Last sign of staff. */
  last_human_at: Date | null;
  /** The version under which all messages of the decision are sent. */
  ownership_version: number;
  episode: number;
  /** Row id of the first message that the automation may know. Null: none yet. */
  context_from: number | null;
  /** Stage of the last decision that sent something. Null: none did. */
  last_stage: string | null;
  /** A flow may run: its session says more. */
  has_flow_session: boolean;
  /** `automation_accounts.version`, by which processes cache configurations. */
  automation_version: number;
}

/** One decision under way. */
export interface Deciding {
  /** Public id. Also the idempotency key of calls to others. */
  decision_id: string;
  at: Date;
  /** Aborted when the decision takes too long: another process may make it then. */
  signal: AbortSignal;
}

/** The entry point through which a message came. */
export interface CameBy {
  /** Public id. Null: an advertisement that the account does not keep. */
  entry_point_id: string | null;
  /** Of an advertisement. */
  ad_id: string | null;
}

/** A message of the customer. A tapped choice has its title as `text`. */
export interface Incoming {
  /** Row id. */
  id: number;
  /** Id of the API. Null on rows of old versions. */
  public_id: number | null;
  type: string;
  /** Text, caption, or title of a tapped choice. Null without any. */
  text: string | null;
  /** Of a tapped choice. */
  choice_id: string | null;
  /** The choice of the last menu whose number the text is. A question of a flow reads the number itself. */
  picked?: Choice;
  at: Date;
  /** Missing: through none. */
  came_by?: CameBy;
  /** The first message of the customer in this episode. */
  opens: boolean;
}

/** Only the code of a link, which is hidden: the customer has come, and has asked nothing yet. */
export const isArrival = ({ type, text, came_by }: Incoming): boolean =>
  type === 'text' && text === '' && came_by !== undefined;

/** With the title of the picked choice in place of its number: as after a tap. */
export const asTapped = ({ picked, ...incoming }: Incoming): Incoming =>
  picked ? { ...incoming, text: picked.title, choice_id: picked.id } : incoming;
