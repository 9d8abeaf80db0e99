import type { Db } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';

export interface StreamAccount {
  is_live: boolean;
  last_position: number;
  /** Positions up to this one are not in the log. */
  forgotten: number;
}

/** Waits for the sequencer: the last position is exact. */
export const lockAccount = statement<{ accountId: number }, StreamAccount>(
  'stream.lock_account',
  `insert into stream_accounts (account_id, is_live, streamed_at) values (:accountId, false, now())
   on conflict (account_id) do update set streamed_at = now()
   returning is_live, last_position, forgotten`,
).inTx.one;
/** Changes are noted from the commit on. Earlier positions cannot be resumed. */
export const startAccount = statement<{ accountId: number }, StreamAccount>(
  'stream.start_account',
  `update stream_accounts set is_live = true, forgotten = last_position, live_xid = pg_current_xact_id(),
     unseeing_before = null
   where account_id = :accountId returning is_live, last_position, forgotten`,
).inTx.one;

/** Of an account whose changes are noted. */
export const findPosition = statement<{ accountId: number }, { last_position: number }>(
  'stream.find_position',
  'select last_position from stream_accounts where account_id = :accountId and is_live',
).first;

/** The numbers of transactions are of another server, and positions of the lost ones are not given again. */
export const skipPositions = statement<{ skipped: number }>(
  'stream.skip_positions',
  `update stream_accounts set last_position = last_position + :skipped::bigint,
     forgotten = last_position + :skipped::bigint, live_xid = null, unseeing_before = null`,
).inTx.run;

/** Without a renewal, a stream ends after this time. */
const CLIENT_SECONDS = 30;
const IS_OPEN = `seen_at > now() - interval '${CLIENT_SECONDS} seconds'`;

export interface Client {
  accountId: number;
  clientUuid: string;
  /** The key or the user. */
  caller: string;
}

export interface Admitted {
  of_account: number;
  of_caller: number;
  is_admitted: boolean;
}

/** Within the lock of the account. */
export const admitClient = statement<Client & { perAccount: number; perCaller: number }, Admitted>(
  'stream.admit_client',
  `with counted as materialized (
    select count(*)::int as of_account, (count(*) filter (where caller = :caller))::int as of_caller
    from stream_clients where account_id = :accountId and ${IS_OPEN}
  ), admitted as (
    insert into stream_clients (account_id, client_uuid, caller, seen_at)
    select :accountId, :clientUuid::uuid, :caller, now() from counted
    where of_account < :perAccount::int and of_caller < :perCaller::int
    returning true as is_admitted
  )
  select of_account, of_caller, exists (select from admitted) as is_admitted from counted`,
).inTx.one;
const RENEW = statement<{
  accountIds: readonly number[];
  clientUuids: readonly string[];
  callers: readonly string[];
}>(
  'stream.renew_clients',
  `insert into stream_clients (account_id, client_uuid, caller, seen_at)
   select account_id, client_uuid, caller, now()
   from unnest(:accountIds::bigint[], :clientUuids::uuid[], :callers::text[]) as c (account_id, client_uuid, caller)
   order by account_id, client_uuid
   on conflict (account_id, client_uuid) do update set seen_at = now()`,
);
const REMOVE = statement<{ accountIds: readonly number[]; clientUuids: readonly string[] }>(
  'stream.remove_clients',
  `delete from stream_clients
   where account_id = any (:accountIds::bigint[]) and client_uuid = any (:clientUuids::uuid[])`,
);

export async function renewClients(db: Db, clients: readonly Client[]): Promise<void> {
  await RENEW.run(db, { ...columnsOf(clients), callers: clients.map(({ caller }) => caller) });
}

export async function removeClients(db: Db, clients: readonly Client[]): Promise<void> {
  await REMOVE.run(db, columnsOf(clients));
}

const columnsOf = (clients: readonly Client[]) => ({
  accountIds: clients.map(({ accountId }) => accountId),
  clientUuids: clients.map(({ clientUuid }) => clientUuid),
});
