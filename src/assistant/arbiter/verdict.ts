import type { HandOffReason, Plan, PlannedReply, Preface } from '../plan.ts';

export const STAGES = [
  ...(['gate', 'opt_out', 'person', 'owner', 'queue', 'flow', 'rule', 'assistant', 'away', 'none'] as const),
] as const;
export type Stage = (typeof STAGES)[number];

export const OUTCOMES = [
  ...(['answered', 'clarified', 'handed_off', 'ended', 'tagged', 'declined', 'noticed', 'silent'] as const),
  ...(['joined'] as const),
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Beside the reasons of hand-offs. */
export const SILENCES = [
  ...(['message_gone', 'edit', 'own_number', 'suppressed', 'account_not_active', 'no_automation'] as const),
  ...(['breaker_open', 'human_waiting', 'human_active', 'closed', 'queue_return', 'greeting'] as const),
  ...(['nothing_to_do', 'owner_changed'] as const),
] as const;
export type Silence = (typeof SILENCES)[number] | HandOffReason;

/** Of one message, before it is stored. */
export interface Verdict {
  stage: Stage;
  outcome: Outcome;
  reason: string;
  /** A rule that starts a flow has two. */
  plans: readonly Plan[];
  prefaces: readonly Preface[];
  /** After the replies. `text` null: the customer reads nothing. */
  end:
    | { to: 'human_waiting'; reason: HandOffReason; text: string | null; note?: string | undefined }
    | { to: 'closed'; reason: string }
    /** Hand-offs are off: the automation keeps the conversation. */
    | { to: 'bot'; reason: HandOffReason; text: string }
    | null;
}

const NOTHING = { plans: [], prefaces: [], end: null } as const;

/** `plans`: what ends without a message. */
export const silent = (stage: Stage, reason: Silence, plans: readonly Plan[] = []): Verdict => ({
  ...NOTHING,
  stage,
  outcome: 'silent',
  reason,
  plans,
});

export const noticed = (
  stage: Stage,
  reason: Silence,
  prefaces: readonly Preface[],
  plans: readonly Plan[] = [],
): Verdict => ({ ...NOTHING, stage, outcome: 'noticed', reason, prefaces, plans });

export const handedOff = (
  stage: Stage,
  reason: HandOffReason,
  { text = null, ...more }: Partial<Pick<Verdict, 'plans' | 'prefaces'>> & { text?: string | null } = {},
): Verdict => ({
  ...NOTHING,
  stage,
  outcome: 'handed_off',
  reason,
  end: { to: 'human_waiting', reason, text },
  ...more,
});

/** The customer still waits. */
export function noticeOf(body: string): PlannedReply {
  return { type: 'text', body, by: { kind: 'notice', is_notice: true } };
}
