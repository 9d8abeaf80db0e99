import type { MessageStatus } from '../schema.ts';

/** In this order. `failed` ends a queued or sent message. */
const STATUS_ORDER = ['queued', 'sent', 'delivered', 'read'] as const satisfies readonly MessageStatus[];
const ORDER = `array[${STATUS_ORDER.map((status) => `'${status}'`).join(', ')}]`;

/** A refusal has the rank of the ack that it replaces. */
export function rankOf(status: MessageStatus): number {
  return STATUS_ORDER.indexOf(status === 'failed' ? 'sent' : status);
}

export const mayMove = (from: string, to: string) =>
  `((${to} = 'failed' and ${from} in ('queued', 'sent')) or ${rankSql(to)} > ${rankSql(from)})`;

/** The statuses (status, rank) to announce, lowest first. */
export const stepsBetween = (from: string, to: string) => `
  select 'failed' as status, 0 as rank where ${to} = 'failed'
  union all
  select status, rank from unnest(${ORDER}) with ordinality as step (status, rank)
  where ${to} <> 'failed' and rank > ${rankSql(from)} and rank <= ${rankSql(to)}`;

function rankSql(status: string): string {
  return `array_position(${ORDER}, ${status})`;
}

/** `phone`: the operator's phone of a paired number. */
export const SOURCES = ['api', 'broadcast', 'staff', 'bot', 'phone', 'customer'] as const;
export type Source = (typeof SOURCES)[number];

/** Rows from before the column have no source. */
export const sourceOf = (m: string) => `
  coalesce(${m}.source, case when ${m}.direction = 'in' then 'customer'
    when ${m}.broadcast_id is not null then 'broadcast' else 'api' end)`;

/** `written` is the column `maybe_written`. */
export interface StateColumns {
  direction: 'out' | 'in';
  status: MessageStatus | 'received';
  due: boolean;
  held: boolean;
  written: boolean;
  reserved: boolean;
}

/** Columns without an entry may have any value. */
interface State extends Partial<StateColumns> {
  name: string;
  meaning: string;
}

const settled = (status: MessageStatus, meaning: string) =>
  ({ name: status, meaning, direction: 'out', status, due: false, held: false }) as const;

const queued = { direction: 'out', status: 'queued' } as const;

/** The constraint `messages_states` is the same table; a test compares them. */
export const MESSAGE_STATES = [
  {
    ...{ name: 'waiting', meaning: 'Sent no earlier than `not_before`. The provider does not have it.' },
    ...{ ...queued, due: true, held: false, written: false },
  },
  {
    ...{ name: 'written', meaning: 'In flight, or unresolved: the provider may have it.' },
    ...{ ...queued, due: true, held: false, written: true, reserved: true },
  },
  {
    ...{ name: 'suspended', meaning: 'Its sender paused or cancelled it. The provider does not have it.' },
    ...{ ...queued, due: false, held: true, written: false },
  },
  {
    ...{ name: 'suspended_written', meaning: 'The same, but a status may come until `not_before`.' },
    ...{ ...queued, due: false, held: true, written: true, reserved: true },
  },
  settled('sent', 'The provider has it.'),
  settled('delivered', "It is on the recipient's phone."),
  settled('read', 'The recipient has opened it.'),
  settled('failed', 'It ended with the error in `error_code`.'),
  {
    ...{ name: 'received', meaning: 'A message from a customer.' },
    ...{ direction: 'in', status: 'received', due: false, held: false, written: false, reserved: false },
  },
] as const satisfies readonly State[];

export type StateName = (typeof MESSAGE_STATES)[number]['name'];

/** Undefined for an illegal combination. */
export function stateOf(columns: StateColumns): StateName | undefined {
  const keys = Object.keys(columns) as (keyof StateColumns)[]; // the columns, and no other key
  const fits = (state: State) => keys.every((key) => (state[key] ?? columns[key]) === columns[key]);
  return MESSAGE_STATES.find(fits)?.name;
}
