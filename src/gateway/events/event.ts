import { z } from 'zod';
import { isNumberSql } from '../engines/kinds.ts';

/** Of the contract. */
export const EVENT_TYPES = ['message.received', 'message.status', 'device.status'] as const;
/** Only for accounts with a webhook that names them (docs/decisions/0131). */
const OPT_IN_TYPES = [
  'message.media',
  'message.reaction',
  'message.edited',
  'message.deleted',
  'conversation.updated',
  'conversation.rated',
  'contact.opted_out',
  'contact.opted_in',
] as const;
export const WEBHOOK_TYPES = [...EVENT_TYPES, ...OPT_IN_TYPES] as const;
/** Of live chats, by widget. Never for webhooks. */
const VISITOR_TYPES = ['visitor.received', 'visitor.status'] as const;
export const STREAM_TYPES = [...EVENT_TYPES, ...VISITOR_TYPES] as const;
export type EventType = (typeof WEBHOOK_TYPES | typeof VISITOR_TYPES)[number];

export const typeByEngine = (of: 'received' | 'status', engine: string) =>
  `case when ${isNumberSql(engine)} then 'message.${of}' else 'visitor.${of}' end`;

/** SQL: by the body. Null: every device. */
export const isOfDevices = (body: string, uuids: string) =>
  `(${uuids} is null or coalesce(${body}::json ->> 'device_uuid' = any (${uuids}::text[]), false))`;

export interface EventDefinition<Fields extends z.ZodRawShape = z.ZodRawShape> {
  type: string;
  summary: string;
  operationId: string;
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
 * SQL: one row per subscribed consumer of an event in `announced` (id, account_id, type). `offset 0` forces index
 * look-ups.
 */
export const BACKLOGGED = `backlogged as (
    insert into event_backlog (consumer, account_id, event_id, type)
    select s.consumer, a.account_id, a.id, a.type
    from announced a cross join lateral (
      select consumer from event_subscriptions
      where account_id = a.account_id and a.type = any (types) offset 0
    ) s
    returning event_id
  )`;

type Values<Fields extends z.ZodRawShape> = Record<keyof Fields & string, string>;

/** SQL: one event per row of `happened`. `typeOf` is an expression. */
export function announce<Fields extends z.ZodRawShape>(
  { type, fields }: EventDefinition<Fields>,
  values: Values<Fields>,
  typeOf = `'${type}'`,
): string {
  return inserted(typeOf, bodySql(fields, values, typeOf));
}

export function announceEach(events: readonly { type: string; body: string }[]): string {
  const cases = events.map(({ type, body }) => `when '${type}' then ${body}`);
  return inserted('e.event_type', `case e.event_type ${cases.join(' ')} end`);
}

export const bodyOf = <Fields extends z.ZodRawShape>(
  { type, fields }: EventDefinition<Fields>,
  values: Values<Fields>,
): { type: string; body: string } => ({ type, body: bodySql(fields, values, `'${type}'`) });

/** An optional field is missing where it is null. */
function bodySql(fields: z.ZodRawShape, values: Record<string, string>, typeOf: string): string {
  const names = Object.keys(fields);
  const optional = names.find((name) => fields[name] instanceof z.ZodOptional);
  const json = (some: readonly string[]) => {
    const columns = some.map((name) => `${values[name]} as "${name}"`);
    return `(
      select row_to_json(b)::text from (select ${typeOf} as event, e.event_id, ${columns.join(', ')}) b
    )`;
  };
  if (optional === undefined) return json(names);
  const others = names.filter((name) => name !== optional);
  return `case when ${values[optional]} is null then ${json(others)} else ${json(names)} end`;
}

const inserted = (type: string, body: string) => `announced as (
    insert into events (event_id, account_id, type, body, created_at)
    select e.event_id, e.account_id, ${type}, ${body}, e.happened_at
    from (select gen_random_uuid() as event_id, happened.* from happened) e
    returning id, account_id, type
  ), ${BACKLOGGED}`;

/** SQL. Disabled webhooks count: they may replay. */
export const isWanted = (accountId: string, type: string) => `exists (
      select from webhooks where account_id = ${accountId} and ${type} = any (events) offset 0
    )`;
