import type { Db, Tx } from '../../platform/lib/db/db.ts';
import type { Chat, Deciding, Incoming } from '../chat.ts';
import type { HandOffReason, Plan, Preface } from '../plan.ts';

/** What can answer. A producer reads, and calls others outside of transactions; the arbiter does what it plans. */
export interface Producers {
  flows: FlowProducer;
  rules: RuleProducer;
  assistant: AssistantProducer;
}

type Time = Pick<Deciding, 'at'>;

export interface RuleProducer {
  /** `interrupting`: a flow waits for this message, and only rules that interrupt flows may take it. */
  choose(chat: Chat, incoming: Incoming, deciding: Time, only?: 'interrupting'): Promise<Plan | null>;
  /** `always`: a greeting that also precedes the answer of a rule or a flow. */
  greeting(chat: Chat, incoming: Incoming, deciding: Time, only?: 'always'): Promise<Preface | null>;
  /** While staff is away, and nothing else answers. */
  away(chat: Chat, incoming: Incoming, deciding: Time): Promise<Preface | null>;
}

export interface FlowProducer {
  /** A flow waits for a message in this chat. */
  isRunning(chat: Chat): Promise<boolean>;
  continue(chat: Chat, incoming: Incoming, deciding: Deciding): Promise<Plan | null>;
  /** The message is a choice of the question that waits, or a command of the running flow. */
  expects(chat: Chat, incoming: Incoming, deciding: Deciding): Promise<boolean>;
  /** Ends the running flow without a message. Null: none runs. */
  end(chat: Chat, deciding: Deciding): Promise<Plan | null>;
  /** The customer leaves the running flow by an exit word. */
  leave(chat: Chat, incoming: Incoming, deciding: Deciding): Promise<Plan | null>;
  /** A rule asks for it by its public id. A running flow ends. */
  start(chat: Chat, flow: string, incoming: Incoming, deciding: Deciding): Promise<Plan | null>;
  /** Whether `takeDueWakes` has something to do. */
  hasDueWakes(db: Db, now: Date): Promise<boolean>;
  /** Takes due wakes in the given transaction, so that none comes twice. */
  takeDueWakes(tx: Tx, now: Date, limit: number): Promise<Wake[]>;
  /** Null: there is nothing to do any more. */
  wake(chat: Chat, deciding: Deciding): Promise<Plan | null>;
}

/** A flow goes on without a message of the customer. */
export interface Wake {
  account_id: number;
  conversation_id: number;
}

export interface AssistantProducer {
  /** Messages of one turn, in their order. Null: no assistant answers for this device. */
  answer(chat: Chat, incoming: readonly Incoming[], deciding: Deciding): Promise<Plan | null>;
  /**
   * In shadow mode: notes messages that nothing else answered. What it would have answered is judged later, in a job,
   * so that no customer waits for it.
   */
  watch(
    tx: Tx,
    chat: Chat,
    incoming: readonly Incoming[],
    decided: { decision_id: string; now: Date; dueAt: Date },
  ): Promise<void>;
  /** What the customer reads when staff takes over, in the language of what was said. Null: nothing. */
  handOffText(chat: Chat, last: { at: Date; text: string | null }): Promise<string | null>;
  /** The same where hand-offs are off: it promises no person. */
  declineText(chat: Chat, last: { reason: HandOffReason; text: string | null }): Promise<string | null>;
  /** What a customer reads who has left a flow. */
  exitText(chat: Chat, last: { text: string | null }): Promise<string>;
}
