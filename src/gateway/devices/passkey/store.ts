import { statement } from '../../../platform/lib/db/statement.ts';
import type { DeviceStatus } from '../schema.ts';
import { FENCE_IS_CURRENT, type FenceParams } from '../store.ts';

/** `sent`: the network has the answer. `ended`: linked, or over. */
export type PasskeyState = 'asked' | 'answered' | 'cancelled' | 'sent' | 'ended';

export interface PasskeyRow {
  device_id: number;
  ceremony_id: string;
  state: PasskeyState;
  options: Buffer | null;
  code: Buffer | null;
  attempts: number;
  expires_at: Date;
}

/** With what the owner sees of the device. */
export interface OwnPasskeyRow extends PasskeyRow {
  device_uuid: string;
  account_id: number;
  label: string;
  phone_number: string | null;
  status: DeviceStatus;
  reason: string | null;
}

const COLUMNS = 'p.device_id, p.ceremony_id, p.state, p.options, p.code, p.attempts, p.expires_at';

export const findPasskey = statement<{ device_id: number }, PasskeyRow>(
  'devices.find_passkey',
  `select ${COLUMNS} from device_passkeys p where device_id = :device_id`,
).first;

/** For a caller without an account: the token is judged next. Before the link, only a typed code says the number. */
export const findOwnPasskey = statement<{ device_uuid: string }, OwnPasskeyRow>(
  'devices.find_own_passkey',
  `select ${COLUMNS}, d.device_uuid, d.account_id, d.label, d.status, d.reason,
     case when d.status = 'connected' then d.phone_number
       else (select c.phone_number from device_typed_codes c where c.device_id = d.id and c.expires_at > p.asked_at)
     end as phone_number
   from (select * from devices where device_uuid = :device_uuid offset 0) d
   join device_passkeys p on p.device_id = d.id
   where d.released_at is null`,
).first;

export const putPasskey = statement<
  Pick<PasskeyRow, 'device_id' | 'ceremony_id' | 'expires_at'> & { options: Buffer; at: Date } & FenceParams
>(
  'devices.put_passkey',
  `insert into device_passkeys (device_id, ceremony_id, state, options, asked_at, expires_at)
   select :device_id::bigint, :ceremony_id::uuid, 'asked', :options::bytea, :at::timestamptz,
     :expires_at::timestamptz
   where ${FENCE_IS_CURRENT}
   on conflict (device_id) do update set
     ceremony_id = excluded.ceremony_id, state = 'asked', options = excluded.options, assertion = null, code = null,
     attempts = 0, asked_at = excluded.asked_at, expires_at = excluded.expires_at`,
).run;

/** False: answered meanwhile, or over. A cancellation has no assertion. */
export const answerPasskey = statement<
  Pick<PasskeyRow, 'device_id' | 'ceremony_id'> & {
    state: 'answered' | 'cancelled';
    assertion: Buffer | null;
    at: Date;
  }
>(
  'devices.answer_passkey',
  `update device_passkeys set state = :state, assertion = :assertion
   where device_id = :device_id and ceremony_id = :ceremony_id::uuid and state = 'asked'
     and expires_at > :at::timestamptz`,
).inTx.run;

/** 0: too many. */
export const countRefusal = statement<Pick<PasskeyRow, 'device_id' | 'ceremony_id'> & { max: number }>(
  'devices.count_passkey_refusal',
  `update device_passkeys set attempts = attempts + 1
   where device_id = :device_id and ceremony_id = :ceremony_id::uuid and attempts < :max`,
).run;

export const findAssertion = statement<
  Pick<PasskeyRow, 'device_id' | 'ceremony_id'>,
  { assertion: Buffer | null }
>(
  'devices.find_passkey_assertion',
  `select assertion from device_passkeys where device_id = :device_id and ceremony_id = :ceremony_id::uuid`,
).first;

export const noteSent = statement<
  Pick<PasskeyRow, 'device_id' | 'ceremony_id'> & { code: Buffer } & FenceParams
>(
  'devices.note_passkey_sent',
  `update device_passkeys set state = 'sent', options = null, assertion = null, code = :code
   where device_id = :device_id and ceremony_id = :ceremony_id::uuid and state <> 'ended'
     and ${FENCE_IS_CURRENT}`,
).run;

export const endPasskey = statement<Pick<PasskeyRow, 'device_id' | 'ceremony_id'> & FenceParams>(
  'devices.end_passkey',
  `update device_passkeys set state = 'ended', options = null, assertion = null, code = null
   where device_id = :device_id and ceremony_id = :ceremony_id::uuid and ${FENCE_IS_CURRENT}`,
).run;
