import type { Db } from '../../lib/db/db.ts';
import { type NoParams, type Queryable, statement } from '../../lib/db/statement.ts';
import { storedBy } from './stored-bytes.ts';

/** Changes of one call. The next call adds the rest. */
const MAX_CHANGES = 100_000;

const ADD_CHANGES = statement<NoParams>(
  'accounts.add_storage_changes',
  `with counted as materialized (
     delete from storage_changes where id = any (array(
       select id from storage_changes order by id limit ${MAX_CHANGES} for update skip locked
     ))
     returning account_id, bytes
   )
   insert into account_storage (account_id, bytes)
   select account_id, sum(bytes) from counted group by account_id order by account_id
   on conflict (account_id) do update set bytes = account_storage.bytes + excluded.bytes`,
);

export async function addStorageChanges(db: Db): Promise<void> {
  await ADD_CHANGES.run(db, {});
}

const HAS_ROOM = statement<{ accountId: number; bytes: number }, { has_room: boolean }>(
  'accounts.has_room',
  `select coalesce(p.storage_bytes >= ${storedBy('a.id')} + :bytes::bigint, true) as has_room
   from accounts a join plans p on p.name = a.plan where a.id = :accountId`,
);

export async function hasRoom(db: Queryable, accountId: number, bytes: number): Promise<boolean> {
  return (await HAS_ROOM.one(db, { accountId, bytes })).has_room;
}
