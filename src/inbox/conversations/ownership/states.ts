import type { OwnerState } from '../facets.ts';
import type { TimelineKind } from '../timeline-kinds.ts';

export type { OwnerState } from '../facets.ts';

export const OWNER_REASONS = [
  ...(['inbound', 'no_automation', 'api', 'inbox', 'phone', 'continued', 'reply_failed'] as const),
  ...(['bot_failed', 'timer', 'queue_return', 'queue_return_ended', 'agent'] as const),
];
export type OwnerReason = (typeof OWNER_REASONS)[number];

export interface Move {
  from: readonly OwnerState[];
  to: OwnerState;
  /** The number's automation must be able to answer. */
  needsAutomation?: true;
  /** The customer must not wait. */
  needsAnswered?: true;
  /** The customer must wait. */
  needsUnanswered?: true;
  /** Its earlier messages stay valid. */
  keepsBotMessages?: true;
  /** The customer waits again if the sent answer fails: no person has seen the end. */
  keepsAnswer?: true;
  kind: TimelineKind;
}

/**
 * Every change, except by inbound messages (`record-store.ts`). Source: reference "Automation and
 * inbox", 2.4.
 */
export const MOVES = {
  /** A reply by staff or phone, or a person takes it. */
  take_over: { from: ['bot', 'human_waiting', 'closed'], to: 'human_active', kind: 'taken_over' },
  /** Staff writes first. */
  start: { from: ['closed'], to: 'human_active', kind: 'opened' },
  /** The automation asks for a person. */
  hand_off: { from: ['bot'], to: 'human_waiting', keepsBotMessages: true, kind: 'handed_off' },
  /** An agent of the provider passes the chat on. */
  agent_passed: { from: ['bot', 'closed'], to: 'human_waiting', kind: 'handed_off' },
  /** Staff switches the conversation's automation off. */
  suppress: { from: ['bot'], to: 'human_waiting', kind: 'handed_off' },
  give_back: {
    from: ['human_waiting', 'human_active'],
    to: 'bot',
    needsAutomation: true,
    kind: 'given_back',
  },
  /** By another person, who does not take it. */
  assign: { from: ['bot', 'human_waiting', 'human_active', 'closed'], to: 'human_active', kind: 'assigned' },
  /** Into the queue of a team, whose members take it. */
  queue: {
    from: ['bot', 'human_waiting', 'human_active', 'closed'],
    to: 'human_waiting',
    kind: 'team_changed',
  },
  unassign: { from: ['human_active'], to: 'human_waiting', kind: 'unassigned' },
  /** The automation ends it. Its earlier messages are still sent. */
  bot_resolve: { from: ['bot'], to: 'closed', keepsBotMessages: true, keepsAnswer: true, kind: 'resolved' },
  resolve: { from: ['bot', 'human_waiting', 'human_active'], to: 'closed', kind: 'resolved' },
  /** Timers. */
  human_idle: {
    from: ['human_active'],
    to: 'bot',
    needsAutomation: true,
    needsAnswered: true,
    kind: 'given_back',
  },
  /** Staff has not come in time. */
  queue_return: { from: ['human_waiting'], to: 'bot', needsAutomation: true, kind: 'given_back' },
  bot_idle: { from: ['bot'], to: 'closed', needsAnswered: true, keepsAnswer: true, kind: 'resolved' },
  /** The automation never answered. */
  bot_silent: { from: ['bot'], to: 'human_waiting', needsUnanswered: true, kind: 'handed_off' },
  /** All answers failed: its own, or of staff before a give-back. Also after an end without a person. */
  bot_failed: { from: ['bot', 'closed'], to: 'human_waiting', needsUnanswered: true, kind: 'handed_off' },
} as const satisfies Record<string, Move>;

export type MoveName = keyof typeof MOVES;
