import { statement } from '../../../platform/lib/db/statement.ts';
import { isNumberSql } from '../../engines/kinds.ts';
import { DEVICE_COLUMNS, type DeviceRow } from '../store.ts';

/**
 * SQL: banned, lost after a connection, or connected with a warning: a reason, a low quality, or a
 * token near its end. A number that never connected waits for its owner.
 */
const NEEDS_ATTENTION = `released_at is null and ${isNumberSql('engine')} and case status
    when 'connected' then reason is not null or official_token_expires_at <= :token_ends_before::timestamptz
      or official_quality = 'red'
    when 'banned' then true
    else connected_at is not null
  end`;

/** Oldest first. */
export const list = statement<{ account_ids: readonly number[]; token_ends_before: Date }, DeviceRow>(
  'devices.list_needing_attention',
  `select ${DEVICE_COLUMNS} from devices
   where account_id = any (:account_ids::bigint[]) and ${NEEDS_ATTENTION} order by id`,
).all;
/** Of all accounts. */
export const countByAccount = statement<{ token_ends_before: Date }, { account_id: number; count: number }>(
  'devices.count_needing_attention',
  `select account_id, count(*)::int as count from devices where ${NEEDS_ATTENTION} group by account_id`,
).all;
