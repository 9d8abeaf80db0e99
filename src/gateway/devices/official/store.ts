import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { Network } from '../../engines/engine.ts';
import {
  DEVICE_COLUMNS,
  type DeviceRow,
  FENCE_IS_CURRENT,
  type FenceParams,
  LOCKED_DEVICE,
} from '../store.ts';
import { MESSAGING_LIMIT } from './limit-sql.ts';

const FIND_BY_NUMBER = statement<{ network: Network; phone_number_id: string }, { id: number }>(
  'devices.find_by_official_number',
  `select id from (
    select id, network, released_at from devices where official_phone_number_id = :phone_number_id offset 0
  ) found
  where network = :network and released_at is null`,
);
export const listNamedByProvider = statement<
  { phone_number_ids: readonly string[]; waba_ids: readonly string[] },
  DeviceRow
>(
  'devices.list_named_by_provider',
  `with named as materialized (
    select id from devices where official_phone_number_id = any (:phone_number_ids::text[])
    union
    select id from devices where official_waba_id = any (:waba_ids::text[])
  ), found as materialized (
    select ${DEVICE_COLUMNS} from devices where id = any (array(select id from named))
  )
  select * from found where released_at is null`,
).all;
const FIND_CREDS = statement<{ device_id: number }, { value: Buffer }>(
  'devices.find_official_creds',
  'select value from session_creds where device_id = :device_id',
);
const LOCK_UNRELEASED = statement<{ device_id: number }, { id: number }>(
  'devices.lock_unreleased',
  `with ${LOCKED_DEVICE} select id from locked where released_at is null`,
);

/** In any account. */
export async function isNumberInUse(db: Db, network: Network, phoneNumberId: string): Promise<boolean> {
  return (await FIND_BY_NUMBER.run(db, { network, phone_number_id: phoneNumberId })) > 0;
}

/** Encrypted. */
export async function findCreds(db: Db, deviceId: number): Promise<Buffer | null> {
  return (await FIND_CREDS.first(db, { device_id: deviceId }))?.value ?? null;
}

/** Locks the device; false when it is released. */
export async function lockUnreleased(tx: Tx, deviceId: number): Promise<boolean> {
  return (await LOCK_UNRELEASED.run(tx, { device_id: deviceId })) > 0;
}

/** Credentials and app secret are encrypted. */
export interface OfficialSecrets {
  device_id: number;
  creds: Buffer;
  /** Null: keep the stored one. */
  app_secret: Buffer | null;
  token_expires_at: Date | null;
  /** Null: keep the stored one. */
  waba_id: string | null;
  /** Older account updates are ignored. */
  accepted_at: Date;
}

export const saveOfficial = statement<OfficialSecrets>(
  'devices.save_official',
  `with saved as (
    insert into session_creds (device_id, value) values (:device_id, :creds)
    on conflict (device_id) do update set value = excluded.value
  )
  update devices set
    official_token_expires_at = :token_expires_at::timestamptz,
    official_account_told_at = :accepted_at::timestamptz,
    official_app_secret = coalesce(:app_secret::bytea, official_app_secret),
    official_waba_id = coalesce(:waba_id::text, official_waba_id)
  where id = :device_id`,
).inTx.run;
export const setWabaId = statement<{ device_id: number; waba_id: string }>(
  'devices.set_waba_id',
  'update devices set official_waba_id = :waba_id where id = :device_id',
).run;
const RECORD_ACCOUNT_UPDATE = statement<{ device_id: number; at: Date }, { id: number }>(
  'devices.record_account_update',
  `with ${LOCKED_DEVICE}
  update devices set official_account_told_at = :at::timestamptz
  from locked
  where devices.id = :device_id and locked.released_at is null
    and (locked.official_account_told_at is null or locked.official_account_told_at <= :at::timestamptz)
  returning devices.id`,
);
/** Null: no known end. */
export const setTokenExpiry = statement<{ device_id: number; at: Date | null } & FenceParams>(
  'devices.set_token_expiry',
  `update devices set official_token_expires_at = :at::timestamptz
   where id = :device_id and ${FENCE_IS_CURRENT}`,
).run;

/** Undefined for other engines. */
export const findMessagingLimit = statement<
  { device_id: number },
  { account_id: number; daily_limit: number | null; limit_scope: string }
>(
  'devices.find_messaging_limit',
  `select account_id, ${MESSAGING_LIMIT} from devices where id = :device_id and engine = 'official_cloud'`,
).first;

/** False when a later update is known, or the device is released. */
export async function recordAccountUpdate(tx: Tx, deviceId: number, at: Date): Promise<boolean> {
  return (await RECORD_ACCOUNT_UPDATE.run(tx, { device_id: deviceId, at })) > 0;
}
