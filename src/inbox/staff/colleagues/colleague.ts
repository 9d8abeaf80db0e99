import type { Db } from '../../../platform/lib/db/db.ts';
import * as store from './store.ts';

export type { Colleague } from './store.ts';

export const { findColleague, findColleagueById, lockColleagues } = store;

/** Of active users, by row id. */
export async function namesOf(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, { id: string; name: string }>> {
  const rows = await store.listNames(db, { ids: userIds });
  return new Map(rows.map(({ id, user_uuid, name }) => [id, { id: user_uuid, name }]));
}

/** Null: no device. */
export function maySee(
  { device_ids }: Pick<store.Colleague, 'device_ids'>,
  deviceId: number | null,
): boolean {
  return device_ids === null || (deviceId !== null && device_ids.includes(deviceId));
}
