import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { isNumberSql } from '../../engines/kinds.ts';
import { DEVICE_COLUMNS, type DeviceRow } from '../store.ts';

/**
 * SQL: a number that is banned, that was connected and is not, or that is connected with a warning. Warnings are a
 * reason, a low quality and a token near its end. A number that never was connected waits for its owner.
 */
const NEEDS_ATTENTION = `released_at is null and ${isNumberSql('engine')} and case status
    when 'connected' then reason is not null or official_token_expires_at <= :token_ends_before::timestamptz
      or official_quality = 'red'
    when 'banned' then true
    else connected_at is not null
  end`;

const LIST = statement<{ account_id: number; token_ends_before: Date }, DeviceRow>(
  'devices.list_needing_attention',
  `select ${DEVICE_COLUMNS} from devices where account_id = :account_id and ${NEEDS_ATTENTION} order by id`,
);
const COUNT = statement<{ token_ends_before: Date }, { account_id: number; count: number }>(
  'devices.count_needing_attention',
  `select account_id, count(*)::int as count from devices where ${NEEDS_ATTENTION} group by account_id`,
);

/** Oldest first. */
export function list(db: Db, accountId: number, tokenEndsBefore: Date): Promise<DeviceRow[]> {
  return LIST.all(db, { account_id: accountId, token_ends_before: tokenEndsBefore });
}

/** Of all accounts. */
export function countByAccount(
  db: Db,
  tokenEndsBefore: Date,
): Promise<{ account_id: number; count: number }[]> {
  return COUNT.all(db, { token_ends_before: tokenEndsBefore });
}
