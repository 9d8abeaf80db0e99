import type { Deciding } from '../chat.ts';
import type { HandOffReason, Plan, PlannedReply, Preface } from '../plan.ts';

export const STAGES = [
  ...(['gate', 'opt_out', 'person', 'owner', 'queue', 'flow', 'rule', 'assistant', 'away', 'none'] as const),
] as const;
export type Stage = (typeof STAGES)[number];

export const OUTCOMES = [
  ...(['answered', 'clarified', 'handed_off', 'ended', 'tagged', 'noticed', 'silent', 'joined'] as const),
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The outcome of one message. */
export interface Verdict {
  stage: Stage;
  outcome: Outcome;
  reason: string;
  /** A plan whose replies, labels and rows are carried out. A rule that starts a flow has two. */
  plans: readonly Plan[];
  prefaces: readonly Preface[];
  /** After the replies. `text` is what the customer reads; null: nothing. */
  end:
    | { to: 'human_waiting'; reason: HandOffReason; text: string | null; note?: string | undefined }
    | { to: 'closed'; reason: string }
    | null;
  /** What the assistant would have done. */
  shadow: Plan | null;
}

const NOTHING = { plans: [], prefaces: [], end: null, shadow: null } as const;

export const silent = (stage: Stage, reason: string): Verdict => ({
  ...NOTHING,
  ...{ stage, outcome: 'silent', reason },
});

export const noticed = (stage: Stage, reason: string, preface: Preface): Verdict => ({
  ...NOTHING,
  ...{ stage, outcome: 'noticed', reason, prefaces: [preface] },
});

export const handedOff = (
  stage: Stage,
  reason: HandOffReason,
  { text = null, ...more }: Partial<Pick<Verdict, 'prefaces' | 'shadow'>> & { text?: string | null } = {},
): Verdict => ({
  ...NOTHING,
  ...{ stage, outcome: 'handed_off', reason, end: { to: 'human_waiting', reason, text } },
  ...more,
});

/** Of one message. */
const MAX_SENDS = 5;

/** The messages of a verdict, in their order. The hand-off text is the last one. */
export function repliesOf(verdict: Verdict, deciding: Deciding): PlannedReply[] {
  const text = verdict.end?.to === 'human_waiting' ? verdict.end.text : null;
  const last = text ? [noticeOf(text)] : [];
  const replies = [
    ...verdict.prefaces.flatMap((preface) => preface.replies),
    ...verdict.plans.flatMap((plan) => plan.replies),
  ].slice(0, MAX_SENDS - last.length);
  return [...replies, ...last].map((reply) => ({
    ...reply,
    by: { ...reply.by, decision_id: deciding.decision_id },
  }));
}

/** The customer still waits. */
export function noticeOf(body: string): PlannedReply {
  return { type: 'text', body, by: { kind: 'notice', is_notice: true } };
}
