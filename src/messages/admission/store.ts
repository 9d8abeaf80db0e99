import type pg from 'pg';
import type { EngineKind } from '../../engines/engine.ts';
import type { MessageRow } from '../store.ts';

/**
 * Takes from the windows of the clock minute on the database clock, one row per account. A request that waited for the row while the
 * minute turned counts in the newer window. `granted` of those asked for pass; `used` counts them.
 */
export async function takeFromWindows(
  pool: pg.Pool,
  asked: readonly { account_id: number; asked: number; rate: number }[],
): Promise<Map<number, { granted: number; used: number; seconds_left: number }>> {
  const { rows } = await pool.query<{
    account_id: number;
    granted: number;
    used: number;
    seconds_left: number;
  }>({
    name: 'take-from-windows',
    text: TAKE_FROM_WINDOWS,
    values: [asked.map((row) => row.account_id), asked.map((row) => row.asked), asked.map((row) => row.rate)],
  });
  return new Map(rows.map((row) => [row.account_id, row]));
}

/** How many requests of the running minute have been granted; nothing is taken. */
export async function readWindow(pool: pg.Pool, accountId: number): Promise<number> {
  const { rows } = await pool.query<{ used: number }>(
    `select used from rate_windows
     where account_id = $1 and minute = floor(extract(epoch from clock_timestamp()) / 60)`,
    [accountId],
  );
  return rows[0]?.used ?? 0;
}

const TAKE_FROM_WINDOWS = `
  insert into rate_windows as w (account_id, minute, used, granted, rate)
  select account_id, floor(extract(epoch from clock_timestamp()) / 60), least(asked, rate), least(asked, rate), rate
  from unnest($1::bigint[], $2::int[], $3::int[]) as a (account_id, asked, rate)
  order by account_id
  on conflict (account_id) do update set
    minute = greatest(w.minute, excluded.minute),
    granted = case when excluded.minute > w.minute then excluded.granted
      else greatest(0, least(excluded.granted, excluded.rate - w.used)) end,
    used = case when excluded.minute > w.minute then excluded.used
      else w.used + greatest(0, least(excluded.granted, excluded.rate - w.used)) end,
    rate = excluded.rate
  returning account_id, granted, used,
    (60 * (minute + 1) - extract(epoch from clock_timestamp()))::float8 as seconds_left`;

export interface AdmissionRow {
  account_id: number;
  idempotency_key: string;
  fingerprint: Buffer;
  valid: boolean;
  device_uuid: string | null;
  phone: string | null;
  type: string | null;
  body: string | null;
  media_url: string | null;
  /** JSON. */
  interactive: string | null;
  /** Engines that do not take this message. */
  refusedBy: readonly EngineKind[];
}

export type AdmissionOutcome =
  | { n: number; outcome: 'replay' | 'accepted'; message: MessageRow; same: boolean }
  | { n: number; outcome: 'refused_by_engine'; engine: EngineKind }
  | {
      n: number;
      outcome: 'invalid' | 'device_not_found' | 'device_disconnected' | 'quota_exceeded' | 'conflict';
    };

/**
 * Decides and stores requests in one statement: replay, own problem, device, its engine, connection, quota, accepted. `n` is the index
 * of the row. Keys must differ within one call, and the usage row of every account for `period` must exist. The usage rows are locked in
 * order of their accounts, which makes the quota exact and keeps processes from waiting for each other in a circle. `conflict`: another
 * process has just taken the key, or the last of the quota, perhaps for this very key; ask again.
 */
export async function admit(
  pool: pg.Pool,
  rows: readonly AdmissionRow[],
  period: string,
  now: Date,
): Promise<AdmissionOutcome[]> {
  const answer = await pool.query<
    MessageRow & { n: number; outcome: AdmissionOutcome['outcome']; same: boolean; engine: EngineKind }
  >({
    name: 'admit',
    text: ADMIT,
    values: [
      rows.map((_, n) => n),
      rows.map((row) => row.account_id),
      rows.map((row) => row.idempotency_key),
      rows.map((row) => row.fingerprint),
      rows.map((row) => row.valid),
      rows.map((row) => row.device_uuid),
      rows.map((row) => row.phone),
      rows.map((row) => row.type),
      rows.map((row) => row.body),
      sparse(rows, (row) => row.media_url),
      sparse(rows, (row) => row.interactive),
      rows.flatMap((row, n) => row.refusedBy.map(() => n)),
      rows.flatMap((row) => row.refusedBy),
      period,
      now,
    ],
  });
  return answer.rows.map(({ n, outcome, same, engine, ...message }) => {
    if (outcome === 'replay' || outcome === 'accepted') return { n, outcome, message, same };
    return outcome === 'refused_by_engine' ? { n, outcome, engine } : { n, outcome };
  });
}

/** A column that most batches do without: unnest fills up what is missing with nulls. */
function sparse<Row>(rows: readonly Row[], column: (row: Row) => string | null): (string | null)[] {
  return rows.some((row) => column(row) !== null) ? rows.map(column) : [];
}

const ADMIT = `
  with input as materialized (
    select * from unnest(
      $1::int[], $2::bigint[], $3::text[], $4::bytea[], $5::bool[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[]
    ) as i (n, account_id, idempotency_key, fingerprint, valid, device_uuid, phone, type, body, media_url, interactive)
  ), looked_up as materialized (
    select i.*, m.id as message_id, m.status, m.wa_message_id, m.type as message_type, m.created_at,
      m.error_code, m.error_message, m.fingerprint is not distinct from i.fingerprint as same,
      d.id as device_id, d.engine, d.status = 'connected' and d.released_at is null as connected,
      (i.n, d.engine) in (select n, engine from unnest($12::int[], $13::text[]) as r (n, engine)) as refused
    from input i
    left join lateral (
      select id, status, wa_message_id, type, created_at, error_code, error_message, fingerprint from messages m
      where m.account_id = i.account_id and m.idempotency_key = i.idempotency_key
      limit 1
    ) m on true
    left join lateral (
      select id, engine, status, released_at from devices d
      where d.device_uuid = i.device_uuid and d.account_id = i.account_id
      limit 1
    ) d on m.id is null and i.valid
  ), candidate as materialized (
    select n, account_id, device_id, type, phone, body, media_url, interactive, idempotency_key, fingerprint,
      row_number() over (partition by account_id order by n) as place
    from looked_up where message_id is null and valid and connected and not refused
  ), quota as materialized (
    -- Of the locked row the newest version counts; the other one is what this statement looked the keys up against.
    select u.account_id, u.messages_sent, p.monthly_quota, u.messages_sent <> seen.messages_sent as moved
    from usage_months u
    join usage_months seen on seen.account_id = u.account_id and seen.period = u.period
    join accounts a on a.id = u.account_id join plans p on p.name = a.plan
    where u.period = $14 and u.account_id in (select account_id from candidate)
    order by u.account_id for update of u
  ), granted as materialized (
    select c.* from candidate c join quota q using (account_id)
    where q.monthly_quota is null or q.messages_sent + c.place <= q.monthly_quota
  ), inserted as (
    insert into messages (account_id, device_id, direction, type, status, phone, body, media_url, interactive, idempotency_key,
      fingerprint, due, created_at)
    select account_id, device_id, 'out', type, 'queued', phone, body, media_url, interactive::jsonb, idempotency_key, fingerprint, true, $15
    from granted order by n
    on conflict (account_id, idempotency_key) where idempotency_key is not null do nothing
    returning id, account_id, idempotency_key
  ), counted as (
    update usage_months u set messages_sent = u.messages_sent + i.messages
    from (select account_id, count(*) as messages from inserted group by account_id) i
    where u.account_id = i.account_id and u.period = $14
  )
  select l.n, coalesce(l.message_id, i.id) as id, coalesce(l.status, 'queued') as status, l.wa_message_id,
    coalesce(l.message_type, l.type) as type, coalesce(l.created_at, $15) as created_at, l.error_code, l.error_message, l.same,
    case when l.refused then l.engine end as engine,
    case
      when l.message_id is not null then 'replay'
      when not l.valid then 'invalid'
      when l.device_id is null then 'device_not_found'
      when l.refused then 'refused_by_engine'
      when not l.connected then 'device_disconnected'
      when i.id is not null then 'accepted'
      when g.n is null and not coalesce(q.moved, false) then 'quota_exceeded'
      else 'conflict'
    end as outcome
  from looked_up l
  left join granted g on g.n = l.n
  left join quota q on q.account_id = l.account_id
  left join inserted i on i.account_id = l.account_id and i.idempotency_key = l.idempotency_key`;
