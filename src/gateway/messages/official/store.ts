import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';

export interface OtherUpdate {
  account_id: number;
  device_id: number;
  field: string;
  fingerprint: Buffer;
  payload: string;
  at: Date;
  /** A worker reads it. */
  is_due: boolean;
}

const INSERT_UPDATES = statement<{
  accountIds: readonly number[];
  deviceIds: readonly number[];
  fields: readonly string[];
  fingerprints: readonly Buffer[];
  payloads: readonly string[];
  times: readonly Date[];
  dues: readonly boolean[];
}>(
  'messages.insert_updates',
  `insert into official_updates (account_id, device_id, field, fingerprint, payload, created_at, due)
   select * from unnest(:accountIds::bigint[], :deviceIds::bigint[], :fields::text[], :fingerprints::bytea[],
     :payloads::jsonb[], :times::timestamptz[], :dues::bool[])
     as u (account_id, device_id, field, fingerprint, payload, at, due)
   where (select status from accounts where id = u.account_id) <> 'cancelled'
   on conflict (fingerprint) do nothing`,
);

/** Skips repeated updates and cancelled accounts. */
export async function insertUpdates(db: Queryable, rows: readonly OtherUpdate[]): Promise<void> {
  await INSERT_UPDATES.run(db, {
    accountIds: rows.map((row) => row.account_id),
    deviceIds: rows.map((row) => row.device_id),
    fields: rows.map((row) => row.field),
    fingerprints: rows.map((row) => row.fingerprint),
    payloads: rows.map((row) => row.payload),
    times: rows.map((row) => row.at),
    dues: rows.map((row) => row.is_due),
  });
}

export interface WarningRow {
  device_id: number;
  /** Null when only `provider_id` is known. */
  wa_message_id: string | null;
  provider_id: string;
  warning: string;
}

const NOTE_WARNINGS = statement<{
  deviceIds: readonly number[];
  reservedIds: readonly (string | null)[];
  providerIds: readonly string[];
  warnings: readonly string[];
}>(
  'messages.note_warnings',
  `with input as materialized (
    select * from unnest(:deviceIds::bigint[], :reservedIds::text[], :providerIds::text[], :warnings::jsonb[])
      as w (device_id, wa_message_id, provider_id, warning)
  ), known as materialized (
    select w.warning, m.id from input w cross join lateral (
      select id from messages where device_id = w.device_id and reserved_wa_id = w.wa_message_id offset 0
    ) m
    union all
    select w.warning, m.id from input w cross join lateral (
      select id from messages
      where device_id = w.device_id and wa_message_id = w.provider_id and direction = 'out'
        and wa_message_id <> reserved_wa_id offset 0
    ) m
    where w.wa_message_id is null
  ), locked as materialized (
    select id from messages where id = any (array(select id from known)) order by id for update
  )
  update messages m set warning = k.warning from known k
  where m.id = k.id and m.id = any (array(select id from locked))`,
);

/** Of two warnings about one message, one stays. */
export async function noteWarnings(db: Queryable, rows: readonly WarningRow[]): Promise<void> {
  await NOTE_WARNINGS.run(db, {
    deviceIds: rows.map((row) => row.device_id),
    reservedIds: rows.map((row) => row.wa_message_id),
    providerIds: rows.map((row) => row.provider_id),
    warnings: rows.map((row) => row.warning),
  });
}

/** Looks at the `limit` oldest. Returns the number deleted. */
export const deleteOldUpdates = statement<{ olderThan: Date; limit: number }>(
  'messages.delete_old_updates',
  `delete from official_updates
   where id = any (array(select id from official_updates order by id limit :limit)) and created_at < :olderThan`,
).run;

/** Bounds the search for a message that was never stored. */
const MAX_LATEST = 500;

export interface Reference {
  device_id: number;
  /** As a callback has it. */
  id: string;
  phones: readonly string[];
}

const LIST_LATEST = statement<
  {
    ns: readonly number[];
    deviceIds: readonly number[];
    ids: readonly string[];
    phoneNs: readonly number[];
    phones: readonly string[];
  },
  { n: number; wa_message_id: string }
>(
  'messages.list_latest_ids',
  `select u.n, m.wa_message_id
  from unnest(:ns::int[], :deviceIds::bigint[], :ids::text[]) as u (n, device_id, id)
  left join lateral (
    (select true as is_known from messages
     where device_id = u.device_id and wa_message_id = u.id and direction = 'in' limit 1)
    union all
    (select true from messages
     where device_id = u.device_id and wa_message_id = u.id and direction = 'out' and wa_message_id <> reserved_wa_id
     limit 1)
  ) exact on true
  join unnest(:phoneNs::int[], :phones::text[]) as p (n, phone) on p.n = u.n
  cross join lateral (
    select wa_message_id from messages
    where device_id = u.device_id and phone = p.phone and length(phone) <= 512
    order by id desc limit ${MAX_LATEST}
  ) m
  where exact.is_known is null and m.wa_message_id is not null`,
);

/** For references that are no stored id, by index: the latest ids of the chat. */
export function listLatestIds(
  db: Queryable,
  references: readonly Reference[],
): Promise<{ n: number; wa_message_id: string }[]> {
  const phones = references.flatMap((each, n) => each.phones.map((phone) => ({ n, phone })));
  return LIST_LATEST.all(db, {
    ns: references.map((_, n) => n),
    deviceIds: references.map(({ device_id }) => device_id),
    ids: references.map(({ id }) => id),
    phoneNs: phones.map(({ n }) => n),
    phones: phones.map(({ phone }) => phone),
  });
}
