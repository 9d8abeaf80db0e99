import type { Tx } from '../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../platform/lib/db/statement.ts';
import type { WrittenHours } from './opening.ts';

export interface KeptHours {
  /** Null: of the account. */
  device_id: number | null;
  hours: WrittenHours;
}

/** Of the device, or else of the account. */
export const findHours = statement<{ accountId: number; deviceId: number | null }, KeptHours>(
  'hours.find',
  `select device_id, hours from business_hours
   where account_id = :accountId and coalesce(device_id, 0) = any (array[0, coalesce(:deviceId::bigint, 0)])
   order by device_id nulls last limit 1`,
).first;

const HAS = statement<{ accountId: number }, { has: boolean }>(
  'hours.has_any',
  'select exists (select from business_hours where account_id = :accountId) as has',
);

/** Of the account or of one of its devices. */
export async function hasHours(db: Queryable, accountId: number): Promise<boolean> {
  return (await HAS.one(db, { accountId })).has;
}

const SET = statement<{ accountId: number; deviceId: number | null; hours: string }>(
  'hours.set',
  `insert into business_hours as b (account_id, device_id, hours) values (:accountId, :deviceId, :hours::jsonb)
   on conflict (account_id, coalesce(device_id, 0)) do update set hours = excluded.hours
   where b.hours <> excluded.hours`,
);

/** False: they are the same. */
export async function setHours(
  tx: Tx,
  of: { accountId: number; deviceId: number | null },
  hours: WrittenHours,
): Promise<boolean> {
  return (await SET.run(tx, { ...of, hours: JSON.stringify(hours) })) > 0;
}

const REMOVE = statement<{ accountId: number; deviceId: number }>(
  'hours.remove',
  'delete from business_hours where account_id = :accountId and coalesce(device_id, 0) = :deviceId',
);

/** False: there are none. */
export async function removeHours(tx: Tx, accountId: number, deviceId: number): Promise<boolean> {
  return (await REMOVE.run(tx, { accountId, deviceId })) > 0;
}
