import type { Db, Tx } from '../../platform/lib/db/db.ts';
import type { AssistantAnswer } from '../answering/answer.ts';
import type { Chat, Deciding, Incoming } from '../chat.ts';
import type { HandOffReason, Plan, Preface } from '../plan.ts';

/** They read, and call others outside of transactions. */
export interface Producers {
  flows: FlowProducer;
  rules: RuleProducer;
  assistant: AssistantProducer;
}

type Time = Pick<Deciding, 'at'>;

export interface RuleProducer {
  /** `interrupting`: only rules that interrupt flows. */
  choose(chat: Chat, incoming: Incoming, deciding: Time, only?: 'interrupting'): Promise<Plan | null>;
  /** `always`: one that also precedes the answer of a rule or a flow. */
  greeting(chat: Chat, incoming: Incoming, deciding: Time, only?: 'always'): Promise<Preface | null>;
  away(chat: Chat, incoming: Incoming, deciding: Time): Promise<Preface | null>;
}

export interface FlowProducer {
  isRunning(chat: Chat): Promise<boolean>;
  continue(chat: Chat, incoming: Incoming, deciding: Deciding): Promise<Plan | null>;
  /** It is a choice of the question, or a command of the flow. */
  expects(chat: Chat, incoming: Incoming, deciding: Deciding): Promise<boolean>;
  /** Without a message. Null: none runs. */
  end(chat: Chat, deciding: Deciding): Promise<Plan | null>;
  leave(chat: Chat, incoming: Incoming, deciding: Deciding): Promise<Plan | null>;
  /** By its public id. A running flow ends. */
  start(chat: Chat, flow: string, incoming: Incoming, deciding: Deciding): Promise<Plan | null>;
  nextWake(db: Db): Promise<Date | null>;
  takeDueWakes(tx: Tx, now: Date, limit: number): Promise<Wake[]>;
  /** Null: nothing is left to do. */
  wake(chat: Chat, deciding: Deciding): Promise<Plan | null>;
}

/** A flow goes on without a message. */
export interface Wake {
  account_id: number;
  conversation_id: number;
}

export interface AssistantProducer {
  /** Null: no assistant answers on this device. */
  answer(chat: Chat, incoming: readonly Incoming[], deciding: Deciding): Promise<Plan | null>;
  /** One question without a state, and without the history if `incoming` is null. Null: as for `answer`. */
  answerAlone(
    chat: Chat,
    text: string,
    asked: Pick<Deciding, 'at' | 'signal'> & { incoming: Incoming | null },
  ): Promise<{ answer: AssistantAnswer } | null>;
  /** In shadow mode. A job judges them, so no customer waits. */
  watch(
    tx: Tx,
    chat: Chat,
    incoming: readonly Incoming[],
    decided: { decision_id: string; now: Date; dueAt: Date },
  ): Promise<void>;
  /** In the language of the text. Null: nothing. */
  handOffText(chat: Chat, last: { at: Date; text: string | null }): Promise<string | null>;
  /** Where hand-offs are off. */
  declineText(chat: Chat, last: { reason: HandOffReason; text: string | null }): Promise<string | null>;
  exitText(chat: Chat, last: { text: string | null }): Promise<string>;
}
