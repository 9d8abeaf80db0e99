import type { OutboundTemplate } from '../gateway/engines/engine.ts';
import type { AutomationOrigin } from '../gateway/messages/outbound-details.ts';
import type { TemplateInput } from '../gateway/templates/template-input.ts';
import type { Tx } from '../platform/lib/db/db.ts';
import type { Choice } from './choices.ts';
import type { HandOffReason } from './languages/language.ts';

export type { HandOffReason };

/** Messages for one message of a customer. */
export const MAX_SENDS = 5;

/** One message, as POST /v1/messages takes it. `fitToEngine` makes numbered text of choices where it is needed. */
export interface Content {
  type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'button' | 'list';
  body: string | null;
  media_url?: string | null;
  interactive?: object | null;
  /** The body is its text for people. */
  template?: OutboundTemplate;
}

/** An approved template with its values, which can have variables. */
export interface TemplateReply {
  type: 'template';
  template: TemplateInput;
}

export interface PlannedReply extends Content {
  by: AutomationOrigin;
  /** A menu, also when the engine sends it as numbered text: its numbers count as the titles afterwards. */
  choices?: readonly Choice[];
}

/** The reason of a plan that only ends a flow, because the customer left it. */
export const EXIT_WORD = 'exit_word';

/**
 * What a rule, a flow or the assistant wants to happen: data alone. The arbiter does all of it in one transaction, or
 * nothing when the owner has changed since.
 */
export interface Plan {
  stage: 'flow' | 'rule' | 'assistant';
  outcome: 'answered' | 'clarified' | 'handed_off' | 'ended' | 'tagged';
  /** Plain words or a code, shown with the decision. */
  reason: string;
  rule_id?: string;
  flow_id?: string;
  node_id?: string;
  faq_id?: string;
  /** From 0 to 1. */
  score?: number;
  /** What else the assistant considered. */
  candidates?: readonly { faq_id: string; question: string; score: number }[];
  /** What the answer is taken from. */
  sources?: readonly { kind: string; id: string; title: string | null; row_key?: string }[];
  /** In their order. */
  replies: readonly PlannedReply[];
  addLabels?: readonly string[];
  removeLabels?: readonly string[];
  /** After the replies. With `text` null the hand-off text of the account is sent. */
  end?:
    | { to: 'human_waiting'; reason: HandOffReason; note?: string; text?: string | null }
    | { to: 'closed'; reason: string };
  /** A rule asks for this flow (public id): the arbiter starts it in the same decision. */
  startFlow?: string;
  /** Writes rows of the producer, in the transaction of the replies. False: they changed, and nothing happens. */
  save?(tx: Tx, now: Date): Promise<boolean>;
}

/** What is said beside an answer: a greeting, or that the shop is closed. */
export interface Preface {
  rule_id?: string;
  /** Notices: the customer still waits. */
  replies: readonly PlannedReply[];
  save?(tx: Tx, now: Date): Promise<boolean>;
}
