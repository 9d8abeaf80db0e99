import type { Db } from '../platform/lib/db/db.ts';
import { statement } from '../platform/lib/db/statement.ts';

export const touch = statement<{ accountId: number; now: Date }>(
  'automation.touch',
  `insert into automation_accounts (account_id, updated_at) values (:accountId, :now::timestamptz)
   on conflict (account_id) do update set version = automation_accounts.version + 1, updated_at = :now::timestamptz`,
).inTx.run;

const VERSION = statement<{ accountId: number }, { version: number }>(
  'automation.version',
  'select version from automation_accounts where account_id = :accountId',
);

export async function versionOf(db: Db, accountId: number): Promise<number> {
  return (await VERSION.first(db, { accountId }))?.version ?? 0;
}

/** Where automations answer: on every number, or on those of these devices. */
export interface Coverage {
  covers_all: boolean;
  covered_devices: number[];
  /** The assistant judges messages in shadow mode, on some number. */
  watches: boolean;
}

/** SQL: `device_ids` of each enabled automation; empty covers all. */
const SOURCES: readonly string[] = [
  `select device_ids from assistants where account_id = :accountId and enabled and mode = 'live'`,
  'select device_ids from auto_replies where account_id = :accountId and enabled',
  `select coalesce(device_ids, '{}') from flows
   where account_id = :accountId and published_version is not null and triggers is not null`,
];

const COVERED = SOURCES.join('\n    union all\n    ');

/** Only in shadow mode. */
const WATCHED = `select device_ids from assistants
    where account_id = :accountId and enabled and mode = 'shadow'`;

/** From the configuration as the transaction has written it. */
export const renewCoverage = statement<{ accountId: number }, Coverage>(
  'automation.renew_coverage',
  `with covered as materialized (${COVERED}), watched as materialized (${WATCHED})
   update automation_accounts a set
     covers_all = exists (select from covered where device_ids = '{}'),
     covered_devices = array(select distinct unnest(device_ids) from covered order by 1),
     watches_all = coalesce((select device_ids = '{}' from watched), false),
     watched_devices = coalesce((select device_ids from watched), '{}')
   where a.account_id = :accountId
   returning a.covers_all, a.covered_devices, a.watches_all or a.watched_devices <> '{}' as watches`,
).inTx.one;
