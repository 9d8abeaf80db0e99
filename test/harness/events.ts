import type pg from 'pg';
import type { Context } from '../../src/context.ts';
import { BACKLOGGED } from '../../src/gateway/events/event.ts';
import type { Json } from './shop.ts';
import type { Tables } from './tables.ts';
import { tablesOf } from './tables.ts';

export interface NewEvent {
  account_id: number;
  type: string;
  body: string;
  created_at: Date;
}

/** Writes events as changes do, in this order, with the backlog rows of their consumers. */
export async function insertEvents(
  database: Pick<pg.Pool, 'query'>,
  events: readonly NewEvent[],
): Promise<{ id: number; event_id: string; body: string }[]> {
  const { rows } = await database.query(
    `with announced as (
       insert into events (account_id, type, body, created_at)
       select * from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[])
       returning id, account_id, type, event_id, body
     ), ${BACKLOGGED}
     select id, event_id, body from announced order by id`,
    [
      events.map((event) => event.account_id),
      events.map((event) => event.type),
      events.map((event) => event.body),
      events.map((event) => event.created_at),
    ],
  );
  return rows;
}

/** The bodies of the events of this type in the outbox, oldest first. */
export async function eventsOf(ctx: Context, type: Tables['events']['type']): Promise<Json[]> {
  const rows = await tablesOf(ctx.db)
    .selectFrom('events')
    .select('body')
    .where('type', '=', type)
    .orderBy('id')
    .execute();
  return rows.map((row) => JSON.parse(row.body));
}
