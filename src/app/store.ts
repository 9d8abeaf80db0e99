import { sql } from 'kysely';
import type { Network } from '../engines/engine.ts';
import type { Db } from '../lib/db/db.ts';

/** The sealed proof of the secret key; sealed and stored now when there is none yet. */
export async function keepKeyCheck(db: Db, seal: () => Buffer): Promise<Buffer> {
  const find = () =>
    db.selectFrom('settings').select('value').where('name', '=', 'secret_key_check').executeTakeFirst();
  const earlier = await find();
  if (earlier) return earlier.value;
  await db
    .insertInto('settings')
    .values({ name: 'secret_key_check', value: seal() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find())?.value ?? Buffer.alloc(0);
}

/** Rejects when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Whether any device of this network wants a session. */
export async function isNetworkWanted(db: Db, network: Network): Promise<boolean> {
  const found = await db
    .selectFrom('devices')
    .select('id')
    .where('network', '=', network)
    .where('wanted', '<>', 'idle')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A sandbox device by its uuid, for whoever plays the outside world. */
export function findSandboxDevice(db: Db, deviceUuid: string) {
  return db
    .selectFrom('devices')
    .select(['id', 'status', 'phone_number', 'paired_at'])
    .where('device_uuid', '=', deviceUuid)
    .where('network', '=', 'sandbox')
    .executeTakeFirst();
}

/** Makes the pairing `days` older than now. */
export async function agePairing(db: Db, deviceId: number, days: number): Promise<void> {
  await db
    .updateTable('devices')
    .set({ paired_at: sql<Date>`now() - make_interval(secs => ${days * 86_400})` })
    .where('id', '=', deviceId)
    .execute();
}

/** Every device that was not released. */
export function listDevices(db: Db) {
  return db
    .selectFrom('devices')
    .select(['device_uuid', 'account_id', 'label', 'engine', 'network', 'status', 'reason'])
    .select(['phone_number', 'connected_at', 'last_health_at'])
    .where('released_at', 'is', null)
    .orderBy('id')
    .execute();
}
