import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';

export interface Group {
  group_id: string;
  /** Null without an answer of the network. */
  name: string | null;
  /** Time of the first message. */
  first_at: Date;
}

const IS_NOTED = statement<{ device_id: number; group_id: string; max: number }, { noted: boolean }>(
  'devices.is_group_noted',
  `select exists (select from device_groups where device_id = :device_id and group_id = :group_id)
     or (select count(*) from device_groups where device_id = :device_id) >= :max as noted`,
);

/** Also true when the device has `max` groups. */
export async function isNoted(
  db: Queryable,
  query: { device_id: number; group_id: string; max: number },
): Promise<boolean> {
  return (await IS_NOTED.one(db, query)).noted;
}

/** A group is kept once. */
export const insert = statement<Group & { device_id: number }>(
  'devices.insert_group',
  `insert into device_groups (device_id, group_id, name, first_at)
   values (:device_id, :group_id, :name, :first_at) on conflict do nothing`,
).run;

/** Latest first. */
export const list = statement<{ device_id: number; max: number }, Group>(
  'devices.list_groups',
  `select group_id, name, first_at from device_groups where device_id = :device_id
   order by first_at desc, group_id limit :max`,
).all;
