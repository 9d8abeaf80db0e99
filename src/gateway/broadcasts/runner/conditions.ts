import { CAP_COLUMNS } from '../../costs/cap/cap.ts';
import { MESSAGING_LIMIT } from '../../devices/official/limit-sql.ts';
import { backlogOf, hasSuspended } from '../../messages/queue/broadcast-messages.ts';

/** SQL; null if broadcast `b` of device `d` and account `a` can send. */
export const PAUSE_REASON = `
  case
    when d.released_at is not null then 'device_released'
    when d.status = 'banned' then 'device_banned'
    when d.status <> 'connected' then 'device_disconnected'
    when d.restriction_lapses_at > :now then 'restricted'
    when a.status <> 'active' then 'account_inactive'
    -- Once for each drop: the person who resumes the broadcast has decided.
    when d.official_quality = 'red' and d.official_quality_at > coalesce(b.resumed_at, b.created_at) then 'quality_red'
  end`;

export const DEVICE_AND_ACCOUNT = `
  cross join lateral (
    select engine, paired_at, status, released_at, restriction_lapses_at, official_quality, official_quality_at,
      ${MESSAGING_LIMIT}
    from devices
    where id = b.device_id limit 1
  ) d
  cross join lateral (select status, ${CAP_COLUMNS} from accounts where id = b.account_id limit 1) a`;

export const HAS_WORK = `(b.claimed < b.total_recipients or ${hasSuspended('b.id')})`;

/** SQL: the running broadcasts of a device and their ready messages. */
export const deviceTotals = (deviceId: string) => `
  select count(*)::int as running, coalesce(sum(own.ready), 0)::int as ready
  from broadcasts r cross join lateral (${backlogOf('r.id', ':now')}) own
  where r.device_id = ${deviceId} and r.status = 'running'`;
