import { sql } from 'kysely';
import type { Network } from '../engines/engine.ts';
import type { Db } from '../lib/db/db.ts';

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

/** The device with this uuid, if it talks to the sandbox. */
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

/** Every device that is not released, of every account. */
export function listAllDevices(db: Db) {
  return db
    .selectFrom('devices')
    .select(['device_uuid', 'account_id', 'label', 'engine', 'network', 'status', 'reason'])
    .select(['phone_number', 'connected_at', 'last_health_at'])
    .where('released_at', 'is', null)
    .orderBy('id')
    .execute();
}
