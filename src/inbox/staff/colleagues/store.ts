import { statement } from '../../../platform/lib/db/statement.ts';

/** An active user, as other users meet them. */
export interface Colleague {
  id: number;
  user_uuid: string;
  name: string;
  /** What an agent sees. Null: all. */
  device_ids: number[] | null;
}

const COLUMNS = `u.id, u.user_uuid, u.name, case when u.role = 'agent' then array(
    select device_id from user_devices d where d.user_id = u.id
  ) end as device_ids`;

/** Active, ignoring case. */
export const findColleague = statement<{ accountId: number; name: string }, Colleague>(
  'staff.find_colleague',
  `select ${COLUMNS} from users u
   where account_id = :accountId and lower(name) = lower(:name::text) and status = 'active'`,
).first;

/** By public id, active. */
export const findColleagueById = statement<{ accountId: number; uuid: string }, Colleague>(
  'staff.find_colleague_by_id',
  `select ${COLUMNS} from users u
   where user_uuid = :uuid::uuid and account_id = :accountId and status = 'active'`,
).first;

/** By public id; they stay active until the transaction ends. Lock no conversation before. */
export const lockColleagues = statement<{ accountId: number; uuids: readonly string[] }, Colleague>(
  'staff.lock_colleagues',
  `select ${COLUMNS} from users u
   where user_uuid = any (:uuids::uuid[]) and account_id = :accountId and status = 'active'
   order by id for key share of u`,
).inTx.all;

export const listNames = statement<{ ids: readonly number[] }, Omit<Colleague, 'device_ids'>>(
  'staff.list_names',
  `select id, user_uuid, name from users where id = any (:ids::bigint[]) and status = 'active'`,
).all;
