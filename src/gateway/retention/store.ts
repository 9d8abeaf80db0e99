import { statement } from '../../platform/lib/db/statement.ts';

/** Null: as the operator says. */
export interface Days {
  message_days: number | null;
  file_days: number | null;
  event_days: number | null;
}

export const find = statement<{ accountId: number }, Days>(
  'retention.find',
  'select message_days, file_days, event_days from retention_settings where account_id = :accountId',
).first;

/** Until the transaction ends. Creates the row if necessary. */
export const lock = statement<{ accountId: number }, Days>(
  'retention.lock',
  `insert into retention_settings as r (account_id) values (:accountId)
   on conflict (account_id) do update set message_days = r.message_days
   returning message_days, file_days, event_days`,
).inTx.one;

export const set = statement<Days & { accountId: number }>(
  'retention.set',
  `update retention_settings set message_days = :message_days, file_days = :file_days, event_days = :event_days
   where account_id = :accountId`,
).inTx.run;

interface Page {
  after: number;
  limit: number;
}

/** Accounts with an own setting. */
export const listOwn = statement<Page, { id: number }>(
  'retention.list_own',
  `select account_id as id from retention_settings
   where account_id > :after::bigint and num_nonnulls(message_days, file_days, event_days) > 0
   order by account_id limit :limit::bigint`,
).all;

export const listAll = statement<Page, { id: number }>(
  'retention.list_all',
  'select id from accounts where id > :after::bigint order by id limit :limit::bigint',
).all;
