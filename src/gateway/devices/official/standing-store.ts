import { statement } from '../../../platform/lib/db/statement.ts';
import type { Quality } from '../../engines/standing.ts';
import { FENCE_IS_CURRENT, type FenceParams, LOCKED_DEVICE } from '../store.ts';

/** Undefined when nothing changed. */
export const setQuality = statement<
  { device_id: number; quality: Quality | null; at: Date } & FenceParams,
  { device_uuid: string; before: Quality | null }
>(
  'devices.set_quality',
  `with ${LOCKED_DEVICE}, reported as (
    select official_quality as before from locked
    where released_at is null and official_quality is distinct from :quality::text
      and (official_quality_at is null or official_quality_at <= :at::timestamptz) and ${FENCE_IS_CURRENT}
  )
  update devices d set
    official_quality = :quality::text,
    official_quality_at = :at::timestamptz,
    official_quality_before = coalesce(reported.before, d.official_quality_before)
  from reported where d.id = :device_id
  returning d.device_uuid, reported.before`,
).first;

type NewLimit = {
  device_id: number;
  per_day: number | null;
  portfolio_id: string | null;
  at: Date;
} & FenceParams;

/** For all numbers of the account in the same portfolio, as far as it is known. */
export const setLimit = statement<NewLimit>(
  'devices.set_messaging_limit',
  `with own as materialized (
    select * from devices where id = :device_id
  ), reported as materialized (
    select account_id, official_waba_id, coalesce(:portfolio_id::text, official_portfolio_id) as portfolio
    from own where released_at is null and ${FENCE_IS_CURRENT}
  ), sharing as materialized (
    select d.id, reported.portfolio from reported cross join lateral (
      select id, official_waba_id, official_portfolio_id, official_limit_told_at from devices
      where account_id = reported.account_id and released_at is null offset 0
    ) d
    where (d.id = :device_id or d.official_portfolio_id = reported.portfolio
        or d.official_waba_id = reported.official_waba_id)
      and (d.official_limit_told_at is null or d.official_limit_told_at <= :at::timestamptz)
  ), locked as materialized (
    select id from devices where id = any (array(select id from sharing)) order by id for no key update
  )
  update devices d set
    official_daily_limit = :per_day::int,
    official_limit_told_at = :at::timestamptz,
    official_portfolio_id = coalesce(s.portfolio, d.official_portfolio_id)
  from sharing s where s.id = d.id and d.id = any (array(select id from locked))
    -- A newer report may have come while this one waited for the lock.
    and (d.official_limit_told_at is null or d.official_limit_told_at <= :at::timestamptz)`,
).run;
