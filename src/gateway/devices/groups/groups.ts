import type { Context } from '../../../context.ts';
import { cut, MAX_ID, toStorable } from '../../../platform/lib/text.ts';
import * as store from './store.ts';

export type { Group } from './store.ts';

/** Of a device. More are not kept. */
export const MAX_GROUPS = 100;

const MAX_NAME = 255;

/** Notes a group whose messages Kurir does not handle, once per device. */
export async function noteGroup(
  { db }: Pick<Context, 'db'>,
  deviceId: number,
  group: { groupId: string; at: Date; askName?: () => Promise<string | null> },
): Promise<void> {
  const groupId = toStorable(group.groupId);
  if (
    groupId.length > MAX_ID ||
    (await store.isNoted(db, { device_id: deviceId, group_id: groupId, max: MAX_GROUPS }))
  )
    return;
  const name = cut(toStorable((await group.askName?.()) ?? ''), MAX_NAME).trim() || null;
  await store.insert(db, { device_id: deviceId, group_id: groupId, name, first_at: group.at });
}

export const listGroups = ({ db }: Pick<Context, 'db'>, deviceId: number) =>
  store.list(db, { device_id: deviceId, max: MAX_GROUPS });
