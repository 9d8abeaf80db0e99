import { MAX_ALL_WEIGHT, MAX_EXPRESSION_TEXT } from '../../expressions.ts';
import { MAX_SENDS } from '../../plan.ts';
import type { FlowDefinition } from '../definition/definition.ts';

/** Limits of one session. A flow that exceeds one is handed to staff. */
export const LIMITS = {
  /** Nodes between two inputs. */
  steps: 50,
  /** Messages for one input. */
  sends: MAX_SENDS,
  /** Requests and questions to the assistant for one input. */
  calls: 5,
  /** Weights of regular expressions, times the lengths of their texts, for one input: as the rules of an account. */
  comparing: MAX_ALL_WEIGHT * MAX_EXPRESSION_TEXT,
  /** Flows that run each other. */
  depth: 5,
  /** Time-outs and waits without a message of the customer. */
  quietWakes: 20,
  /** Messages since the last one of the customer. */
  quietSends: 15,
  variables: 100,
  /** UTF-16 units of a value. */
  value: 4_000,
} as const;

export type Value = string | number | boolean;
export type Variables = Readonly<Record<string, Value>>;

/** A version that can run. It never changes. */
export interface RunnableFlow {
  flow_id: number;
  flow_uuid: string;
  name: string;
  version_id: number;
  version: number;
  definition: FlowDefinition;
}

/** A flow on the stack. The last frame runs; the first one is the flow that was started. */
export interface Frame {
  version_id: number;
  flow_uuid: string;
  /** Node of the frame below that follows the end of this one. Null in the first frame. */
  return_to: string | null;
}

/** Times are ISO 8601. */
export type Waiting =
  | { kind: 'answer'; node: string; tries: number; until: string | null }
  | { kind: 'time'; node: string; until: string };

/** A running flow of one conversation between two inputs, as it is stored. */
export interface SessionState {
  format: 1;
  /** Decides the branches of A/B nodes, so that a repeated decision takes the same. */
  seed: string;
  frames: readonly Frame[];
  waiting: Waiting;
  variables: Variables;
  /** The last text of the customer. */
  said: string;
  /** Since the last message of the customer. */
  quiet: { wakes: number; sends: number };
  expires_at: string;
}

/** Next time at which the session does something without a message. */
export function wakeAt({ waiting, expires_at }: Pick<SessionState, 'waiting' | 'expires_at'>): Date {
  const { until } = waiting;
  return new Date(until !== null && until < expires_at ? until : expires_at);
}
