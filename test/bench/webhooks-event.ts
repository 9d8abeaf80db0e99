import { randomUUID } from 'node:crypto';
import { BACKLOGGED } from '../../src/gateway/events/event.ts';
import type { Queryable } from '../../src/platform/lib/db/statement.ts';

/** Writes events for the accounts in turn, in one transaction. Answers the ids of the events in order. */
export async function insertEvents(
  db: Queryable,
  accounts: number[],
  count: number,
  first = 0,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await db.query(
    {
      text: `with announced as (
       insert into events (event_id, account_id, type, body, created_at)
       select *, now()
       from unnest($1::uuid[], $2::bigint[], array_fill('message.status'::text, array[$4::int]), $3::text[])
       returning id, account_id, type
     ), ${BACKLOGGED}
     select from announced`,
    },
    [
      ids,
      ids.map((_, n) => accounts[(first + n) % accounts.length]),
      ids.map((id, n) => eventBody(id, first + n)),
      count,
    ],
  );
  return ids;
}

/** The body of a status event as the product writes it. */
export function eventBody(eventId: string, n: number): string {
  return JSON.stringify({
    event: 'message.status',
    event_id: eventId,
    device_uuid: '6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d',
    timestamp: '2025-11-21T08:15:30.000Z',
    message_id: 1_000_000 + n,
    wa_message_id: '3EB0C767D097B7C7C5A1',
    status: 'delivered',
    to: String(6_281_000_000_000 + n),
    error: null,
  });
}
