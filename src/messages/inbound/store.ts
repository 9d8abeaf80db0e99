import { sql } from 'kysely';
import type { Db, Tx } from '../../lib/db/db.ts';
import { nobodyListens } from '../../lib/db/outbox.ts';

export interface InboundRow {
  account_id: number;
  device_id: number;
  wa_message_id: string;
  phone: string;
  type: string;
  body: string | null;
  /** JSON. */
  details?: string | null;
  at: Date;
}

/** A message as it was stored. */
export interface StoredInbound extends InboundRow {
  id: number;
}

/**
 * Stores inbound messages with their events; one that is there already is left alone. Answers those that are new, in the order of their ids.
 * Within the caller's transaction.
 */
export async function insertInbound(
  tx: Tx,
  rows: readonly InboundRow[],
  now: Date,
): Promise<StoredInbound[]> {
  const { rows: stored } = await sql<{ id: number; device_id: number; wa_message_id: string }>`
    with stored as (
      insert into messages (account_id, device_id, direction, type, status, phone, body, wa_message_id, created_at,
        details)
      select i.account_id, i.device_id, 'in', i.type, 'received', i.phone, i.body, i.wa_message_id, i.at, i.details
      from unnest(
        ${rows.map((row) => row.account_id)}::bigint[], ${rows.map((row) => row.device_id)}::bigint[],
        ${rows.map((row) => row.wa_message_id)}::text[], ${rows.map((row) => row.phone)}::text[],
        ${rows.map((row) => row.type)}::text[], ${rows.map((row) => row.body)}::text[], ${rows.map((row) => row.at)}::timestamptz[],
        ${rows.map((row) => row.details ?? null)}::jsonb[]
      ) as i (account_id, device_id, wa_message_id, phone, type, body, at, details)
      on conflict (device_id, wa_message_id) where direction = 'in' do nothing
      returning id, account_id, device_id, wa_message_id, phone, type, body, created_at
    ), announced as (
      insert into events (event_id, account_id, type, body, created_at, fanned_out)
      select e.event_id, e.account_id, 'message.received', row_to_json(content)::text, ${now}, ${sql.raw(nobodyListens('e.account_id'))}
      from (
        select gen_random_uuid() as event_id, s.*, d.device_uuid from stored s join devices d on d.id = s.device_id
      ) e,
      lateral (
        select 'message.received' as event, e.event_id, e.device_uuid, e.phone as "from", e.type, e.body, e.wa_message_id,
          kurir_iso(e.created_at) as timestamp
      ) content
      order by e.id
    )
    select id, device_id, wa_message_id from stored order by id`.execute(tx);
  const given = new Map(rows.toReversed().map((row) => [keyOf(row), row]));
  return stored.flatMap(({ id, ...key }) => {
    const row = given.get(keyOf(key));
    return row ? [{ ...row, id }] : [];
  });
}

/** Of several with one key the first is stored. */
const keyOf = (row: { device_id: number; wa_message_id: string }) => `${row.device_id} ${row.wa_message_id}`;

/** Whether this person has ever written to the device. */
export async function hasWritten(db: Db, deviceId: number, phone: string): Promise<boolean> {
  const { rows } = await sql`
    select from messages where device_id = ${deviceId} and phone = ${phone} and direction = 'in' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
