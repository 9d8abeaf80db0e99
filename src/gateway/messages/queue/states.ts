import { MESSAGE_STATUSES, type MessageStatus } from '../schema.ts';

interface StatusRule {
  /** Of two changes at once, the higher applies. */
  rank: number;
  replaces: readonly MessageStatus[];
  /** Announced before it if skipped. */
  implies: readonly MessageStatus[];
  counts: 'sent' | 'failed' | null;
}

/** A refusal replaces an ack of the same rank, and does not imply it. */
const STATUS_RULES: Readonly<Record<MessageStatus, StatusRule>> = {
  queued: { rank: 0, replaces: [], implies: [], counts: null },
  sent: { rank: 1, replaces: ['queued'], implies: [], counts: 'sent' },
  delivered: { rank: 2, replaces: ['queued', 'sent'], implies: ['sent'], counts: 'sent' },
  read: {
    rank: 3,
    replaces: ['queued', 'sent', 'delivered'],
    implies: ['sent', 'delivered'],
    counts: 'sent',
  },
  failed: { rank: 1, replaces: ['queued', 'sent'], implies: [], counts: 'failed' },
};

export function outranks(status: MessageStatus, earlier: MessageStatus): boolean {
  const lead = STATUS_RULES[status].rank - STATUS_RULES[earlier].rank;
  return lead > 0 || (lead === 0 && earlier !== 'failed');
}

const MOVES = MESSAGE_STATUSES.flatMap((to) =>
  STATUS_RULES[to].replaces.map((from) => `('${from}', '${to}')`),
);

export const mayMove = (from: string, to: string) => `(${from}, ${to}) in (${MOVES.join(', ')})`;

const RANKS = MESSAGE_STATUSES.toSorted((one, other) => (outranks(one, other) ? 1 : -1));

export const rankOf = (status: string) => `array_position('{${RANKS.join()}}'::text[], ${status})`;

const STEPS = MESSAGE_STATUSES.flatMap((to) =>
  [...STATUS_RULES[to].implies, to].map((step) => `('${to}', '${step}', ${STATUS_RULES[step].rank})`),
);

/** SQL: (status, rank) to announce, lowest first. */
export const stepsBetween = (from: string, to: string) => `
  select step.status, step.rank from (values ${STEPS.join(', ')}) as step (reached, status, rank)
  where step.reached = ${to} and ${mayMove(from, 'step.status')}`;

export const countsAs = (count: 'sent' | 'failed', status: string) => {
  const counted = MESSAGE_STATUSES.filter((each) => STATUS_RULES[each].counts === count);
  return `${status} in (${counted.map((each) => `'${each}'`).join(', ')})`;
};

export const wasClaimed = 'reserved_wa_id is not null';

/** `phone`: the operator's phone of a paired number. */
export const SOURCES = ['api', 'broadcast', 'staff', 'bot', 'phone', 'customer'] as const;
export type Source = (typeof SOURCES)[number];

/** Rows from before the column have no source. */
export const sourceOf = (m: string) => `
  coalesce(${m}.source, case when ${m}.direction = 'in' then 'customer'
    when ${m}.broadcast_id is not null then 'broadcast' else 'api' end)`;

/** `due`: open. `held`: suspended. `written` is the column `maybe_written`. */
export interface StateColumns {
  direction: 'out' | 'in';
  status: MessageStatus | 'received';
  due: boolean;
  held: boolean;
  written: boolean;
  reserved: boolean;
  /** Queued again, once, after a lost answer: `resent_at`. */
  resent: boolean;
  /** The provider holds it back: `kept_reason`. */
  kept: boolean;
}

/** Missing columns may have any value. */
interface State extends Partial<StateColumns> {
  name: string;
  meaning: string;
}

const settled = (status: MessageStatus, meaning: string) =>
  ({ name: status, meaning, direction: 'out', status, due: false, held: false }) as const;

const queued = { direction: 'out', status: 'queued' } as const;

/** A test compares this table with the constraint `messages_states`. */
export const MESSAGE_STATES = [
  {
    name: 'waiting',
    meaning: 'Sent no earlier than `not_before`. The provider does not have it.',
    ...queued,
    due: true,
    held: false,
    written: false,
    resent: false,
    kept: false,
  },
  {
    name: 'waiting_again',
    meaning: 'The same, although a first send was possibly written.',
    ...queued,
    due: true,
    held: false,
    written: false,
    reserved: true,
    resent: true,
    kept: false,
  },
  {
    name: 'written',
    meaning: 'In flight, or unresolved: the provider may have it.',
    ...queued,
    due: true,
    held: false,
    written: true,
    reserved: true,
    kept: false,
  },
  {
    name: 'kept',
    meaning: 'The provider keeps it back. A status comes until `not_before`.',
    ...queued,
    due: false,
    held: false,
    written: true,
    reserved: true,
    kept: true,
  },
  {
    name: 'suspended',
    meaning: 'Its broadcast was paused or cancelled. The provider does not have it.',
    ...queued,
    due: false,
    held: true,
    written: false,
    resent: false,
    kept: false,
  },
  {
    name: 'suspended_written',
    meaning: 'The same, but a status may come until `not_before`.',
    ...queued,
    due: false,
    held: true,
    written: true,
    reserved: true,
    resent: false,
    kept: false,
  },
  settled('sent', 'The provider has it.'),
  settled('delivered', "It is on the recipient's phone."),
  settled('read', 'The recipient has opened it.'),
  settled('failed', 'It ended with the error in `error_code`.'),
  {
    name: 'received',
    meaning: 'A message from a customer.',
    direction: 'in',
    status: 'received',
    due: false,
    held: false,
    written: false,
    reserved: false,
    resent: false,
    kept: false,
  },
] as const satisfies readonly State[];

export type StateName = (typeof MESSAGE_STATES)[number]['name'];

/** Undefined if illegal. */
export function stateOf(columns: StateColumns): StateName | undefined {
  const keys = Object.keys(columns) as (keyof StateColumns)[]; // the columns, and no other key
  const fits = (state: State) => keys.every((key) => (state[key] ?? columns[key]) === columns[key]);
  return MESSAGE_STATES.find(fits)?.name;
}
