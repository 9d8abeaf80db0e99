import { refundUnits } from '../../../platform/usage/quota.ts';
import { announce, typeByEngine } from '../../events/event.ts';
import { isVisitorSql } from '../../people/identity.ts';
import { MESSAGE_STATUS } from '../events.ts';
import { publicIdOf } from './public-ids.ts';
import { countsAs, stepsBetween } from './states.ts';

const ANNOUNCE = announce(
  MESSAGE_STATUS,
  {
    device_uuid: 'e.device_uuid',
    timestamp: 'kurir_iso(e.happened_at)',
    message_id: publicIdOf('e'),
    wa_message_id: 'e.wa_message_id',
    status: 'e.status',
    to: 'e.phone',
    error: `case when e.status = 'failed' then json_build_object('code', e.error_code, 'message', e.error_message) end`,
  },
  typeByEngine('status', 'e.engine'),
);

const WAS_PAID = `not ${isVisitorSql('phone')} and type not in ('edit', 'deletion')`;

const COUNT = 'select count(*)::int as count from moved';

/**
 * SQL: moves the locked messages of the CTE `before`, with units, tallies and events. Returns their number, or
 * `result`. `set` changes further columns. `before`: id, previous, to_status, error_code, error_message, refund,
 * provider_id.
 */
export const transition = (before: string, { result = COUNT, set = '' } = {}) => `
  with ${before}, moved as (
    update messages m set ${set}
      status = b.to_status,
      due = false,
      held = false,
      kept_reason = null,
      wa_message_id = coalesce(m.wa_message_id, b.provider_id,
        case when b.to_status <> 'failed' then m.reserved_wa_id end),
      error_code = b.error_code,
      error_message = b.error_message
    from before b where m.id = b.id
    returning m.id, m.public_id, m.account_id, m.device_id, m.phone, m.wa_message_id, m.created_at, m.broadcast_id,
      m.source, m.type, b.previous, b.to_status, b.error_code, b.error_message, b.refund
  ), tallied as (
    insert into broadcast_tallies (broadcast_id, sent, failed)
    select broadcast_id, sent, failed
    from (
      select broadcast_id,
        count(*) filter (where ${countsAs('sent', 'to_status')})
          - count(*) filter (where ${countsAs('sent', 'previous')}) as sent,
        count(*) filter (where ${countsAs('failed', 'to_status')}) as failed
      from moved where broadcast_id is not null group by broadcast_id
    ) t
    where sent <> 0 or failed <> 0
  ), refunded as (
    ${refundUnits(`select account_id, created_at from moved where refund and ${WAS_PAID}`)}
  ), happened as (
    select m.*, step.status, d.device_uuid, d.engine, :now::timestamptz as happened_at
    from moved m
    cross join lateral (select device_uuid, engine from devices where id = m.device_id offset 0) d
    cross join lateral (${stepsBetween('m.previous', 'm.to_status')}) step
    -- A message of the phone has no events: its owner has not asked for it.
    where m.source is distinct from 'phone'
    order by m.id, step.rank
  ), ${ANNOUNCE}
  ${result}`;
