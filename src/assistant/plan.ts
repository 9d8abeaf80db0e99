import type { OutboundTemplate } from '../gateway/engines/engine.ts';
import type { AutomationOrigin } from '../gateway/messages/outbound-details.ts';
import type { TemplateInput } from '../gateway/templates/template-input.ts';
import type { Tx } from '../platform/lib/db/db.ts';
import type { Choice } from './choices.ts';
import type { HandOffReason } from './languages/language.ts';

export type { HandOffReason };

/** Messages for one message of a customer. */
export const MAX_SENDS = 5;

/** As POST /v1/messages takes it. */
export interface Content {
  type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'button' | 'list';
  body: string | null;
  media_url?: string | null;
  /** An uploaded file, in place of `media_url`. */
  media_id?: string | null;
  interactive?: object | null;
  /** The body is its text for people. */
  template?: OutboundTemplate;
}

export interface TemplateReply {
  type: 'template';
  template: TemplateInput;
}

export interface PlannedReply extends Content {
  by: AutomationOrigin;
  /** A menu, also when sent as numbered text: its numbers count as the titles afterwards. */
  choices?: readonly Choice[];
}

/** Reason of a plan that only ends a flow. */
export const EXIT_WORD = 'exit_word';

/** Data alone. The arbiter carries all of it out in one transaction, or nothing if the owner changed. */
export interface Plan {
  stage: 'flow' | 'rule' | 'assistant';
  outcome: 'answered' | 'clarified' | 'handed_off' | 'ended' | 'tagged';
  reason: string;
  rule_id?: string;
  flow_id?: string;
  node_id?: string;
  faq_id?: string;
  score?: number;
  candidates?: readonly { faq_id: string; question: string; score: number }[];
  sources?: readonly { kind: string; id: string; title: string | null; row_key?: string }[];
  replies: readonly PlannedReply[];
  addLabels?: readonly string[];
  removeLabels?: readonly string[];
  /** After the replies. `text` null: the hand-off text of the account. */
  end?:
    | { to: 'human_waiting'; reason: HandOffReason; note?: string; text?: string | null }
    | { to: 'closed'; reason: string };
  /** The arbiter starts this flow (public id) in the same decision. */
  startFlow?: string;
  /** Runs in the transaction of the replies. False: the rows changed, and nothing happens. */
  save?(tx: Tx, now: Date): Promise<boolean>;
}

/** Beside an answer: a greeting, or that the shop is closed. Its replies are notices: the customer still waits. */
export interface Preface {
  rule_id?: string;
  replies: readonly PlannedReply[];
  save?(tx: Tx, now: Date): Promise<boolean>;
}
