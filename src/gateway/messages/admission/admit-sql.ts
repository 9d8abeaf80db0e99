import { countUnits, lockMonths } from '../../../platform/usage/quota.ts';
import { isNumberSql } from '../../engines/kinds.ts';
import { OUTBOUND_COLUMNS, outboundValues, templateIn } from '../queue/outbound-columns.ts';
import { publicIdOf, takePublicIds } from '../queue/public-ids.ts';
import type { Source } from '../queue/states.ts';

/** SQL constants per API. */
interface Kind {
  /** Takes no unit of the quota. */
  isFree: string;
  isDevice: string;
}

/** `granted` is the column of the rate window; `paid` rows have a unit of the quota. `n` counts from 1. */
const paid = ({ isFree, isDevice }: Kind) => `with windows as (
    insert into rate_windows as w (account_id, minute, used, granted, rate)
    select account_id, floor(extract(epoch from clock_timestamp()) / 60), least(requests, rate), least(requests, rate),
      rate
    from unnest(:accounts::bigint[], :requests::int[], :rates::int[]) as a (account_id, requests, rate)
    order by account_id
    on conflict (account_id) do update set
      minute = greatest(w.minute, excluded.minute),
      granted = case when excluded.minute > w.minute then excluded.granted
        else greatest(0, least(excluded.granted, excluded.rate - w.used)) end,
      used = case when excluded.minute > w.minute then excluded.used
        else w.used + greatest(0, least(excluded.granted, excluded.rate - w.used)) end,
      rate = excluded.rate
    returning account_id, granted, used,
      (60 * (minute + 1) - extract(epoch from clock_timestamp()))::float8 as seconds_left
  ), device as materialized (
    select k.number, d.id, d.engine, s.refused, s.connected, s.connected and not s.refused as usable,
      case when not s.connected then case when d.released_at is null then d.status else 'released' end end as state
    from unnest(:deviceAccounts::bigint[], :deviceUuids::uuid[], :refusedBy::text[])
      with ordinality as k (account_id, device_uuid, refused_by, number)
    cross join lateral (
      -- By its uuid alone: with the account here, an account of many devices may be read from end to end.
      select id, account_id, engine, status, released_at from devices where device_uuid = k.device_uuid offset 0
    ) d
    cross join lateral (
      select d.engine = any (string_to_array(k.refused_by, ' ')) as refused,
        d.status = 'connected' and d.released_at is null as connected
    ) s
    where d.account_id = k.account_id and ${isDevice}
  ), input as materialized (
    select i.*, substring(:fingerprints::bytea from 32 * n::int - 31 for 32) as fingerprint
    from unnest(:accountIds::bigint[], :positions::int[], :keys::text[], :deviceNumbers::int[], :phones::text[],
        :types::text[], :bodies::text[], :mediaUrls::text[], :interactives::text[], :details::text[])
      with ordinality as i (account_id, position, idempotency_key, device_number, phone, type, body, media_url,
        interactive, details, n)
  ), looked_up as materialized (
    select i.n, i.account_id, i.position, i.idempotency_key, i.fingerprint, i.device_number, w.granted, w.used,
      w.seconds_left, i.position > coalesce(w.granted, i.position) as limited, d.id as device_id, d.engine, d.connected,
      d.refused, d.usable, d.state
    from input i
    left join windows w on w.account_id = i.account_id
    left join device d on d.number = i.device_number
  ), candidate as materialized (
    -- One condition: with each further one the planner expects fewer rows, and chooses nested loops below.
    select n, account_id, device_id, row_number() over (partition by account_id order by n) as unit
    from looked_up where usable and not limited
  ), quota as materialized (
    -- The newest version of the locked row counts. This statement looks the keys up in the version it began with.
    ${lockMonths('select account_id from candidate', ':period')}
  ), paid as materialized (
    -- An outer join: for an inner one the planner expects few rows, and chooses a nested loop.
    select c.n, c.account_id, c.device_id, c.unit from candidate c left join quota q on q.account_id = c.account_id
    where ${isFree} or coalesce(c.unit <= q.units_left, false)
  ), ids as (
    ${takePublicIds('select account_id, count(*) as messages from paid group by account_id')}
`;

const stored = (
  source: Source,
  { columns, values, authorId }: { columns: string; values: string; authorId: string },
) => `  ), inserted as (
    insert into messages (${OUTBOUND_COLUMNS}, idempotency_key, fingerprint${columns})
    select ${outboundValues({
      accountId: 'p.account_id',
      publicId: 'ids.before + p.unit',
      deviceId: 'p.device_id',
      source: `'${source}'`,
      authorId,
      content: 'i',
      now: ':now',
    })}, i.idempotency_key, i.fingerprint${values}
    from paid p join input i on i.n = p.n join ids on ids.account_id = p.account_id order by p.n
    on conflict (account_id, idempotency_key) where idempotency_key is not null do nothing
    returning id, public_id, account_id, idempotency_key
`;

const outcomes = ({ isFree }: Kind) => `  ), counted as (
    ${countUnits(
      `select account_id, count(*) as units from inserted where not ${isFree} group by account_id`,
      ':period',
    )}
  ), earlier as (
    select l.n, m.public_id, m.status, m.wa_message_id, m.type, m.created_at, m.error_code, m.error_message,
      m.template, m.fingerprint is not distinct from l.fingerprint as same
    from looked_up l cross join lateral (
      select ${publicIdOf('m')} as public_id, status, wa_message_id, type, created_at, error_code, error_message,
        fingerprint, ${templateIn('m')} as template
      from messages m
      where m.account_id = l.account_id and m.idempotency_key = l.idempotency_key
      limit 1
    ) m
    where not l.limited and (l.account_id, l.idempotency_key) not in (select account_id, idempotency_key from inserted)
  )
  select l.n::int - 1 as index, i.id as row_id, l.device_id,
    coalesce(i.public_id, e.public_id) as public_id, e.status, e.wa_message_id, e.type,
    e.created_at, e.error_code, e.error_message, e.template, e.same,
    case when not l.usable then l.engine end as engine, l.state,
    case when l.position = 1 then l.granted end as granted, case when l.position = 1 then l.used end as used,
    case when l.position = 1 then l.seconds_left end as seconds_left,
    case
      when l.limited then 'rate_limited'
      when i.public_id is not null then 'accepted'
      when e.public_id is not null then 'replay'
      when l.device_number is null then 'invalid'
      when l.device_id is null then 'device_not_found'
      when l.refused then 'refused_by_engine'
      when not l.connected then 'device_disconnected'
      when l.n in (select n from paid) then 'key_taken'
      when q.is_newer then 'quota_changed'
      else 'quota_exceeded'
    end as outcome
  from looked_up l
  left join inserted i on i.account_id = l.account_id and i.idempotency_key = l.idempotency_key
  left join earlier e on e.n = l.n
  left join quota q on q.account_id = l.account_id`;

/**
 * A window is one minute of the database clock; a request that waits past its end counts in the next. Rows of windows,
 * usage and counters are locked by account, against deadlocks. So limit and quota are exact, and public ids rise.
 */
export function admitSql(
  source: Source,
  reply: { conversationId: string; authorId: string; isFree: string } | null = null,
): string {
  const more =
    reply === null
      ? { columns: '', values: '', authorId: 'null' }
      : { columns: ', conversation_id', values: `, ${reply.conversationId}`, authorId: reply.authorId };
  const kind: Kind = { isFree: reply?.isFree ?? 'false', isDevice: reply ? 'true' : isNumberSql('d.engine') };
  return paid(kind) + stored(source, more) + outcomes(kind);
}
