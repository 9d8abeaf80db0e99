import type { Db } from '../../../platform/lib/db/db.ts';
import { type NoParams, statement } from '../../../platform/lib/db/statement.ts';
import {
  FENCE_IS_CURRENT,
  type Fence,
  type FenceParams,
  fenceParams,
  IS_MOVING_IN,
  LOCKED_DEVICE,
} from '../store.ts';

const REQUEST_PAIRING = statement<{ device_id: number }, { id: number }>(
  'devices.request_pairing',
  `with ${LOCKED_DEVICE}, requested as (
    update devices set wanted = 'pair'
    from locked
    where devices.id = :device_id and locked.wanted <> 'pair' and locked.status <> 'connected'
      and not ${IS_MOVING_IN}
      and locked.released_at is null
    returning devices.id
  ), keys as (
    delete from session_keys where device_id = (select id from requested)
  ), creds as (
    delete from session_creds where device_id = (select id from requested)
  ), files as (
    delete from network_files where device_id = (select id from requested)
  ), code as (
    delete from device_pairings where device_id = (select id from requested)
  ), typed as (
    update device_typed_codes set state = 'ended', code = null, expires_at = null
    where device_id = (select id from requested)
  )
  select id from requested`,
);
const EXPLAIN_PAIRING = statement<{ device_id: number; reason: string } & FenceParams>(
  'devices.explain_pairing',
  `with ${LOCKED_DEVICE}
   update devices set reason = :reason from locked
   where devices.id = :device_id and ${FENCE_IS_CURRENT}
     and (locked.wanted = 'pair' or ${IS_MOVING_IN})`,
);
const FIND_INTERRUPTED = statement<NoParams, { id: number }>(
  'devices.find_interrupted_pairings',
  `select d.id from devices d
   where d.status = 'qr_pending' and not exists (select from session_creds c where c.device_id = d.id)
   order by d.id`,
);
export const findPairingCode = statement<{ device_id: number }, { qr: Buffer; expires_at: Date }>(
  'devices.find_pairing_code',
  'select qr, expires_at from device_pairings where device_id = :device_id',
).first;
export const putPairingCode = statement<{ device_id: number; qr: Buffer; expires_at: Date } & FenceParams>(
  'devices.put_pairing_code',
  `insert into device_pairings (device_id, qr, expires_at)
   select :device_id::bigint, :qr::bytea, :expires_at::timestamptz where ${FENCE_IS_CURRENT}
   on conflict (device_id) do update set qr = excluded.qr, expires_at = excluded.expires_at`,
).run;
const DELETE_CODE = statement<{ device_id: number } & FenceParams>(
  'devices.delete_pairing_code',
  `with own as materialized (select :device_id::bigint as id where ${FENCE_IS_CURRENT}), typed as (
    update device_typed_codes
    set state = 'ended', code = null, expires_at = case when state = 'shown' then expires_at end
    where device_id = (select id from own) and state in ('shown', 'refused')
  ), passkey as (
    update device_passkeys set state = 'ended', options = null, assertion = null, code = null
    where device_id = (select id from own) and state <> 'ended'
  )
  delete from device_pairings where device_id = (select id from own)`,
);

/**
 * False: pairing already, or connected. Deletes the rest of an earlier pairing: the next session
 * starts empty.
 */
export async function requestPairing(db: Db, deviceId: number): Promise<boolean> {
  return (await REQUEST_PAIRING.run(db, { device_id: deviceId })) > 0;
}

export async function explainPairing(db: Db, deviceId: number, reason: string, fence: Fence): Promise<void> {
  await EXPLAIN_PAIRING.run(db, { device_id: deviceId, reason, ...fenceParams(fence) });
}

/** Devices with a QR and without credentials. */
export async function findInterruptedPairings(db: Db): Promise<number[]> {
  return (await FIND_INTERRUPTED.all(db, {})).map(({ id }) => id);
}

export async function deletePairingCode(db: Db, deviceId: number, fence?: Fence): Promise<void> {
  await DELETE_CODE.run(db, { device_id: deviceId, ...fenceParams(fence) });
}
