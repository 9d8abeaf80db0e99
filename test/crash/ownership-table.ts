import type { OwnerMove } from './ownership-record.ts';

export type OwnerState = 'bot' | 'human_waiting' | 'human_active' | 'closed';

export type OwnerEvent =
  | 'customer writes'
  | 'customer writes, no automation'
  | 'phone reply'
  | 'inbox reply'
  | 'takeover'
  | 'assign'
  | 'unassign'
  | 'give-back'
  | 'give-back, no automation'
  | 'hand-off'
  | 'resolve'
  | 'idle, answered'
  | 'idle, unanswered'
  | 'idle, no automation';

const STATES: readonly OwnerState[] = ['bot', 'human_waiting', 'human_active', 'closed'];

type Row = readonly [bot: OwnerState, waiting: OwnerState, active: OwnerState, closed: OwnerState];

/** The table of the reference "Automation and inbox", 2.4, written down again: the state after each event. */
const TABLE: Record<OwnerEvent, Row> = {
  'customer writes': ['bot', 'human_waiting', 'human_active', 'bot'],
  'customer writes, no automation': ['human_waiting', 'human_waiting', 'human_active', 'human_waiting'],
  'phone reply': ['human_active', 'human_active', 'human_active', 'human_active'],
  'inbox reply': ['human_active', 'human_active', 'human_active', 'human_active'],
  takeover: ['human_active', 'human_active', 'human_active', 'human_active'],
  assign: ['human_active', 'human_active', 'human_active', 'human_active'],
  unassign: ['bot', 'human_waiting', 'human_waiting', 'closed'],
  'give-back': ['bot', 'bot', 'bot', 'closed'],
  'give-back, no automation': ['bot', 'human_waiting', 'human_active', 'closed'],
  'hand-off': ['human_waiting', 'human_waiting', 'human_active', 'closed'],
  resolve: ['closed', 'closed', 'closed', 'closed'],
  'idle, answered': ['closed', 'human_waiting', 'bot', 'closed'],
  'idle, unanswered': ['human_waiting', 'human_waiting', 'human_active', 'closed'],
  'idle, no automation': ['closed', 'human_waiting', 'human_active', 'closed'],
};

export interface Cell {
  event: OwnerEvent;
  from: OwnerState;
  to: OwnerState;
}

export const CELLS: readonly Cell[] = Object.entries(TABLE).flatMap(([event, row]) =>
  // The keys of the table are the events, and a row has one place for each state.
  STATES.map((from, place) => ({ event: event as OwnerEvent, from, to: row[place] as OwnerState })),
);

/** Whether the table has this change under what was true when it happened. */
export function isLegal({ from_state: from, to_state: to, reason, ...facts }: OwnerMove): boolean {
  const canAnswer = facts.was_automated && !facts.was_suppressed;
  switch (reason) {
    case 'inbound':
      return from === 'closed' && to === (canAnswer ? 'bot' : 'human_waiting');
    case 'no_automation':
      return from === 'bot' && to === 'human_waiting' && !canAnswer;
    case 'phone':
    case 'inbox':
      return to === 'human_active' && from !== 'human_active';
    case 'asked':
    case 'bot_failed':
      return from === 'bot' && to === 'human_waiting';
    case 'timer':
      if (to === 'bot') return from === 'human_active' && canAnswer && !facts.was_waiting;
      // An answer that is not sent yet may fail: the customer counts as waiting.
      return from === 'bot' && (to === 'human_waiting' || (to === 'closed' && !facts.was_waiting));
    case 'api':
      if (to === 'bot') return canAnswer && (from === 'human_waiting' || from === 'human_active');
      if (to === 'human_waiting') return from === 'human_active';
      return to === 'closed' ? from !== 'closed' : true;
    default:
      return false;
  }
}
