import { z } from 'zod';
import { isNumberSql } from '../engines/kinds.ts';

/** Of the contract: webhooks get them. */
export const EVENT_TYPES = ['message.received', 'message.status', 'device.status'] as const;
/** The same of live chats, with the widget as the device. Webhooks never get them. */
const VISITOR_TYPES = ['visitor.received', 'visitor.status'] as const;
export const ALL_EVENT_TYPES = [...EVENT_TYPES, ...VISITOR_TYPES] as const;
export type EventType = (typeof ALL_EVENT_TYPES)[number];

/** SQL: the type of an event about a message, by the engine of its device. */
export const typeByEngine = (of: 'received' | 'status', engine: string) =>
  `case when ${isNumberSql(engine)} then 'message.${of}' else 'visitor.${of}' end`;

/** For SQL and the reference. */
export interface EventDefinition<Fields extends z.ZodRawShape = z.ZodRawShape> {
  type: string;
  summary: string;
  operationId: string;
  /** In the order of the body, after `event` and `event_id`. */
  fields: Fields;
  body: z.ZodObject;
}

const eventId = z.uuid().meta({
  description: 'The same in every delivery of the event. Ignore an id that you have seen.',
  examples: ['0b0e1b7e-4f0c-4d6c-9a53-2f8f3f6f7a10'],
});

export const deviceUuid = z.uuid().meta({
  description: 'The device of the event.',
  examples: ['6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d'],
});

export const timestamp = z.iso.datetime().meta({
  description: 'Time of the event, UTC.',
  examples: ['2025-11-21T08:15:30.000Z'],
});

export function defineEvent<Fields extends z.ZodRawShape>(
  type: string,
  about: { schema: string; description: string; summary: string; operationId: string },
  fields: Fields,
): EventDefinition<Fields> {
  const { schema, description, summary, operationId } = about;
  const body = z
    .object({ event: z.literal(type), event_id: eventId, ...fields })
    .meta({ id: schema, description });
  return { type, summary, operationId, fields, body };
}

/**
 * SQL: one backlog row per consumer that subscribes to an event of the CTE `announced` (id, account_id,
 * type). `offset 0` makes PostgreSQL look up each event in the index.
 */
export const BACKLOGGED = `backlogged as (
    insert into event_backlog (consumer, account_id, event_id, type)
    select s.consumer, a.account_id, a.id, a.type
    from announced a cross join lateral (
      select consumer from event_subscriptions
      where account_id = a.account_id and a.type = any (types) offset 0
    ) s
  )`;

/**
 * SQL: the CTEs `announced` and `backlogged`. They write one event per row of the CTE `happened` (account_id,
 * happened_at, ...), in its order. `values` are the fields of the body, as expressions on the row `e`, and so is
 * `typeOf`, for events that have more than one type.
 */
export function announce<Fields extends z.ZodRawShape>(
  { type, fields }: EventDefinition<Fields>,
  values: Record<keyof Fields & string, string>,
  typeOf = `'${type}'`,
): string {
  const columns = Object.keys(fields).map((field) => `${values[field]} as "${field}"`);
  return `announced as (
    insert into events (event_id, account_id, type, body, created_at)
    select e.event_id, e.account_id, event_body.event, row_to_json(event_body)::text, e.happened_at
    from (select gen_random_uuid() as event_id, happened.* from happened) e,
    lateral (select ${typeOf} as event, e.event_id, ${columns.join(', ')}) event_body
    returning id, account_id, type
  ), ${BACKLOGGED}`;
}
