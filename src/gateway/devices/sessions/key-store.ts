import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

/** Null deletes the key. */
export interface SealedKey {
  device_id: number;
  type: string;
  id: string;
  value: Buffer | null;
}

type KeyParams<Prefix extends 'put' | 'drop'> = Record<`${Prefix}_devices`, readonly number[]> &
  Record<`${Prefix}_types` | `${Prefix}_ids`, readonly string[]>;

export const findCreds = statement<{ device_id: number }, { value: Buffer }>(
  'devices.find_creds',
  'select value from session_creds where device_id = :device_id',
).first;
export const findKeys = statement<
  { device_id: number; type: string; ids: readonly string[] },
  { id: string; value: Buffer }
>(
  'devices.find_keys',
  `select id, value from session_keys
   where device_id = :device_id and type = :type and id = any (:ids::text[])`,
).all;
const LIST_KEY_IDS = statement<{ device_id: number; type: string }, { id: string }>(
  'devices.list_key_ids',
  'select id from session_keys where device_id = :device_id and type = :type order by id',
);
const WRITE_KEYS = statement<
  KeyParams<'put'> & KeyParams<'drop'> & { put_values: readonly (Buffer | null)[] }
>(
  'devices.write_keys',
  `with dropped as (
    delete from session_keys where ctid = any (array(
      select key.row from unnest(:drop_devices::bigint[], :drop_types::text[], :drop_ids::text[])
        as given (device_id, type, id), lateral (
          select ctid as row from session_keys
          where device_id = given.device_id and type = given.type and id = given.id for update
        ) key
    ))
  )
  insert into session_keys (device_id, type, id, value)
  select * from unnest(:put_devices::bigint[], :put_types::text[], :put_ids::text[], :put_values::bytea[])
  on conflict (device_id, type, id) do update set value = excluded.value`,
);
const WRITE_CREDS = statement<{ device_ids: readonly number[]; values: readonly Buffer[] }>(
  'devices.write_creds',
  `insert into session_creds (device_id, value)
   select * from unnest(:device_ids::bigint[], :values::bytea[])
   on conflict (device_id) do update set value = excluded.value`,
);
export const eraseSession = statement<{ device_id: number }>(
  'devices.erase_session',
  `with keys as (delete from session_keys where device_id = :device_id),
    files as (delete from network_files where device_id = :device_id)
  delete from session_creds where device_id = :device_id`,
).inTx.run;

export async function listKeyIds(db: Db, deviceId: number, type: string): Promise<string[]> {
  return (await LIST_KEY_IDS.all(db, { device_id: deviceId, type })).map(({ id }) => id);
}

/** At most one entry per key. */
export async function writeKeys(tx: Tx, keys: readonly SealedKey[]): Promise<void> {
  const put = keys.filter((key) => key.value !== null);
  const drop = keys.filter((key) => key.value === null);
  await WRITE_KEYS.run(tx, {
    put_devices: put.map((key) => key.device_id),
    put_types: put.map((key) => key.type),
    put_ids: put.map((key) => key.id),
    put_values: put.map((key) => key.value),
    drop_devices: drop.map((key) => key.device_id),
    drop_types: drop.map((key) => key.type),
    drop_ids: drop.map((key) => key.id),
  });
}

export async function writeCreds(
  tx: Tx,
  creds: readonly { device_id: number; value: Buffer }[],
): Promise<void> {
  await WRITE_CREDS.run(tx, {
    device_ids: creds.map((row) => row.device_id),
    values: creds.map((row) => row.value),
  });
}
