import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import * as store from './store.ts';

export type { Colleague } from './store.ts';

/** An active user of the account by name. Upper and lower case do not matter. */
export function findColleague(db: Db, accountId: number, name: string): Promise<store.Colleague | undefined> {
  return store.findByName(db, { accountId, name });
}

/** Active users by public id. They stay active until the transaction ends. Lock no conversation before. */
export function lockColleagues(
  tx: Tx,
  accountId: number,
  uuids: readonly string[],
): Promise<store.Colleague[]> {
  return store.lockByUuid(tx, { accountId, uuids });
}

/** Names and public ids by row id, of active users. */
export async function namesOf(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, { id: string; name: string }>> {
  const rows = await store.listNames(db, { ids: userIds });
  return new Map(rows.map(({ id, user_uuid, name }) => [id, { id: user_uuid, name }]));
}

/** Whether a user sees the conversations of this device. Null: no device. */
export function maySee(
  { device_ids }: Pick<store.Colleague, 'device_ids'>,
  deviceId: number | null,
): boolean {
  return device_ids === null || (deviceId !== null && device_ids.includes(deviceId));
}
