import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { FENCE_IS_CURRENT, type FenceParams } from '../store.ts';

/** The latest code of a device. `asked`: the session asks the network. `refused`: the network gave no code. */
export interface TypedCodeRow {
  phone_number: string;
  state: 'asked' | 'shown' | 'refused' | 'ended';
  code: Buffer | null;
  expires_at: Date | null;
  asked_at: Date;
}

export const findTypedCode = statement<{ device_id: number }, TypedCodeRow>(
  'devices.find_typed_code',
  `select phone_number, state, code, expires_at, asked_at from device_typed_codes where device_id = :device_id`,
).first;

const ASK = statement<{ device_id: number; phone_number: string; at: Date; max: number }>(
  'devices.ask_typed_code',
  `insert into device_typed_codes as c (device_id, phone_number, state, asked_at, hour_from, asks)
   values (:device_id, :phone_number, 'asked', :at::timestamptz, :at::timestamptz, 1)
   on conflict (device_id) do update set
     phone_number = excluded.phone_number, state = 'asked', code = null, expires_at = null,
     asked_at = excluded.asked_at,
     hour_from = case when c.hour_from > :at::timestamptz - interval '1 hour'
       then c.hour_from else :at::timestamptz end,
     asks = case when c.hour_from > :at::timestamptz - interval '1 hour' then c.asks + 1 else 1 end
   where c.hour_from <= :at::timestamptz - interval '1 hour' or c.asks < :max`,
);

/** False: `max` codes in this hour. In the transaction that locks the device. */
export async function askTypedCode(
  db: Db,
  ask: { device_id: number; phone_number: string; at: Date; max: number },
): Promise<boolean> {
  return (await ASK.run(db, ask)) > 0;
}

/** The answer to this ask. A later ask keeps its state. */
export const answerTypedCode = statement<
  Pick<TypedCodeRow, 'state' | 'code' | 'expires_at' | 'asked_at'> & { device_id: number } & FenceParams
>(
  'devices.answer_typed_code',
  `update device_typed_codes set state = :state, code = :code, expires_at = :expires_at::timestamptz
   where device_id = :device_id and asked_at = :asked_at::timestamptz and ${FENCE_IS_CURRENT}`,
).run;
