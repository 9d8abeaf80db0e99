import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import type { Network } from '../engines/engine.ts';
import { type EngineKind, isNumberSql } from '../engines/kinds.ts';
import type { Quality } from '../engines/standing.ts';
import { announce } from '../events/event.ts';
import { DEVICE_STATUS } from './events.ts';
import type { DeviceStatus, GroupAutomation, GroupSetting } from './schema.ts';

export type Wanted = 'idle' | 'pair' | 'connected' | 'released';

export interface DeviceRow {
  id: number;
  device_uuid: string;
  account_id: number;
  label: string;
  engine: EngineKind;
  network: Network;
  status: DeviceStatus;
  reason: string | null;
  wanted: Wanted;
  phone_number: string | null;
  paired_at: Date | null;
  connected_at: Date | null;
  last_health_at: Date | null;
  created_at: Date;
  released_at: Date | null;
  official_phone_number_id: string | null;
  verified_name: string | null;
  official_app_secret: Buffer | null;
  official_waba_id: string | null;
  official_account_told_at: Date | null;
  official_token_expires_at: Date | null;
  restriction: string | null;
  restricted_until: Date | null;
  restriction_lapses_at: Date | null;
  /** Null before the first connection. */
  channel_id: number | null;
  official_quality: Quality | null;
  official_quality_at: Date | null;
  official_quality_before: Quality | null;
  /** People in 24 hours. Null: no limit, or unknown. */
  official_daily_limit: number | null;
  /** Null: unknown. */
  official_limit_told_at: Date | null;
  groups: GroupSetting;
  group_automation: GroupAutomation;
}

/** A prepared `select *` fails after a newer version adds a column. */
export const DEVICE_COLUMNS = `id, device_uuid, account_id, label, engine, network, status, reason, wanted,
  phone_number, paired_at, connected_at, last_health_at, created_at, released_at, official_phone_number_id,
  verified_name, official_app_secret, official_waba_id, official_account_told_at, official_token_expires_at,
  restriction, restricted_until, restriction_lapses_at, channel_id, official_quality, official_quality_at,
  official_quality_before, official_daily_limit, official_limit_told_at, groups,
  group_automation`;

/** A write under an earlier epoch changes nothing. */
export interface Fence {
  node_id: string;
  epoch: number;
}

/** SQL: the fence of `:device_id` is current, or there is none. */
export const FENCE_IS_CURRENT = `(:fence_node::uuid is null or exists (
    select from device_leases
    where device_id = :device_id and node_id = :fence_node::uuid and epoch = :fence_epoch::bigint
  ))`;

export interface FenceParams {
  fence_node: string | null;
  fence_epoch: number | null;
}

export function fenceParams(fence: Fence | undefined): FenceParams {
  return { fence_node: fence?.node_id ?? null, fence_epoch: fence?.epoch ?? null };
}

/** SQL: `locked` has an imported session, and was not connected with it yet. */
export const IS_MOVING_IN = `(locked.status = 'provisioned' and locked.wanted = 'connected')`;

/** SQL: the CTE `locked`, by key alone: conditions could choose another index. */
export const LOCKED_DEVICE =
  'locked as materialized (select * from devices where id = :device_id for no key update)';

const ANNOUNCED = announce(DEVICE_STATUS, {
  device_uuid: 'e.device_uuid',
  timestamp: 'kurir_iso(e.happened_at)',
  status: 'e.status',
  previous_status: 'e.previous_status',
  reason: 'e.reason',
});

interface NewDevice {
  account_id: number;
  label: string;
  engine: EngineKind;
  network: Network;
  at: Date;
  limit: number;
}

/** Connected from the start. */
export interface OfficialNumber {
  official_phone_number_id: string;
  phone_number: string;
  verified_name: string;
}

const COUNT_DEVICES = statement<{ account_id: number }, { count: number }>(
  'devices.count_devices',
  `select count(*) from devices where account_id = :account_id and released_at is null and ${isNumberSql('engine')}`,
);
const INSERT_DEVICE = statement<
  NewDevice & { status: DeviceStatus; wanted: Wanted; since: Date | null } & {
    [Key in keyof OfficialNumber]: string | null;
  },
  DeviceRow
>(
  'devices.insert_device',
  `with device as (
    insert into devices (account_id, label, engine, network, created_at, status, wanted, paired_at, connected_at,
      last_health_at, phone_number, official_phone_number_id, verified_name)
    select :account_id::bigint, :label, :engine, :network, :at::timestamptz, :status, :wanted, :since::timestamptz,
      :since::timestamptz, :since::timestamptz, :phone_number, :official_phone_number_id, :verified_name
    where (
      select count(*) from devices
      where account_id = :account_id and released_at is null and ${isNumberSql('engine')}
    ) < :limit
    on conflict (network, official_phone_number_id)
      where official_phone_number_id is not null and released_at is null do nothing
    returning ${DEVICE_COLUMNS}
  ), lease as (
    insert into device_leases (device_id) select id from device
  ), happened as (
    select account_id, device_uuid, status, null::text as previous_status, reason, :at::timestamptz as happened_at
    from device
  ), ${ANNOUNCED}
  select * from device`,
);
/** Without released ones, oldest first. With live chats. */
export const listDevices = statement<{ account_id: number }, DeviceRow>(
  'devices.list_devices',
  `select ${DEVICE_COLUMNS} from devices
   where account_id = :account_id and released_at is null order by id`,
).all;
/** Foreign uuids read as missing. */
export const findDevice = statement<{ account_id: number; device_uuid: string }, DeviceRow>(
  'devices.find_device',
  `select ${DEVICE_COLUMNS} from (select * from devices where device_uuid = :device_uuid offset 0) found
   where account_id = :account_id`,
).first;
const FIND_DEVICE_IDS = statement<
  { account_id: number; device_uuids: readonly string[] },
  Pick<DeviceRow, 'id' | 'device_uuid'>
>(
  'devices.find_device_ids',
  `select d.id, d.device_uuid from unnest(:device_uuids::uuid[]) as wanted (uuid)
   cross join lateral (select * from devices where device_uuid = wanted.uuid offset 0) d
   where d.account_id = :account_id`,
);
const FIND_DEVICES_BY_ID = statement<{ ids: readonly number[] }, DeviceRow>(
  'devices.find_devices_by_id',
  `select ${DEVICE_COLUMNS} from devices where id = any (:ids::bigint[])`,
);

const FIND_SESSION_DEVICES = statement<{ ids: readonly number[] }, SessionDevice>(
  'devices.find_session_devices',
  `select ${DEVICE_COLUMNS}, a.is_halted, a.rejects_calls, a.read_receipts, c.code_asked_at, c.code_phone,
     p.answered_ceremony_id
   from devices
   left join lateral (
     select asked_at as code_asked_at, device_typed_codes.phone_number as code_phone from device_typed_codes
     where device_id = devices.id and devices.wanted = 'pair' and state = 'asked' offset 0
   ) c on true
   left join lateral (
     select ceremony_id as answered_ceremony_id from device_passkeys
     where device_id = devices.id and devices.wanted = 'pair' and state in ('answered', 'cancelled') offset 0
   ) p on true
   cross join lateral (
     select status <> 'active' as is_halted, reject_calls_text is not null as rejects_calls, read_receipts
     from accounts
     where id = devices.account_id offset 0
   ) a
   where devices.id = any (:ids::bigint[])`,
);

/** Against the device limit. */
export async function countDevices(db: Db, accountId: number): Promise<number> {
  return (await COUNT_DEVICES.one(db, { account_id: accountId })).count;
}

/**
 * Undefined: device limit, or the official number is taken. After `lockDeviceLimit` as a later
 * statement: the count needs a newer snapshot.
 */
export function insertDevice(
  tx: Tx,
  device: NewDevice,
  official?: OfficialNumber,
): Promise<DeviceRow | undefined> {
  const state = official
    ? { status: 'connected' as const, wanted: 'connected' as const, since: device.at }
    : { status: 'provisioned' as const, wanted: 'idle' as const, since: null };
  const number = official ?? { official_phone_number_id: null, phone_number: null, verified_name: null };
  return INSERT_DEVICE.first(tx, { ...device, ...state, ...number });
}

/** By uuid. */
export async function findDeviceIds(
  db: Db,
  accountId: number,
  deviceUuids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await FIND_DEVICE_IDS.all(db, { account_id: accountId, device_uuids: deviceUuids });
  return new Map(rows.map(({ id, device_uuid }) => [device_uuid, id]));
}

export async function findDevicesById(db: Db, ids: readonly number[]): Promise<DeviceRow[]> {
  return ids.length === 0 ? [] : FIND_DEVICES_BY_ID.all(db, { ids });
}

/**
 * `is_halted`: the account is not active. `code_asked_at`: a caller waits for a code that `code_phone` types.
 * `answered_ceremony_id`: the owner has answered this demand of a passkey.
 */
export type SessionDevice = DeviceRow & {
  code_asked_at: Date | null;
  code_phone: string | null;
  answered_ceremony_id: string | null;
  is_halted: boolean;
  rejects_calls: boolean;
  read_receipts: 'never' | 'on_reply' | 'on_open';
};

export async function findSessionDevices(db: Db, ids: readonly number[]): Promise<SessionDevice[]> {
  return ids.length === 0 ? [] : FIND_SESSION_DEVICES.all(db, { ids });
}

export interface Transition {
  device_id: number;
  from: readonly DeviceStatus[];
  to: DeviceStatus;
  reason: string | null;
  at: Date;
  /** Other columns of the transition. */
  set?: { wanted?: Wanted; phone_number?: string; released?: boolean };
  /** Required desired state. */
  whileWanted?: readonly Wanted[];
  fence?: Fence;
}

// `paired_at` is the number's age: pairing it again keeps the time.
const MOVE_STATUS = statement<
  {
    device_id: number;
    from: readonly DeviceStatus[];
    to: DeviceStatus;
    reason: string | null;
    at: Date;
    wanted: Wanted | null;
    phone_number: string | null;
    released: boolean;
    while_wanted: readonly Wanted[] | null;
  } & FenceParams,
  DeviceRow
>(
  'devices.move_status',
  `with ${LOCKED_DEVICE}, before as (
    select status as previous_status from locked
    where status = any (:from::text[]) and released_at is null
      and (:while_wanted::text[] is null or wanted = any (:while_wanted::text[])) and ${FENCE_IS_CURRENT}
  ), moved as (
    update devices d set
      status = :to::text,
      reason = case
        when :to::text = 'connected' and d.restriction_lapses_at > :at::timestamptz then d.restriction
        else :reason::text
      end,
      restriction = case when :to::text = 'qr_pending' then null else d.restriction end,
      restricted_until = case when :to::text = 'qr_pending' then null else d.restricted_until end,
      restriction_lapses_at = case when :to::text = 'qr_pending' then null else d.restriction_lapses_at end,
      wanted = coalesce(:wanted::text, d.wanted),
      phone_number = case
        when :to::text = 'provisioned' and d.paired_at is null then :phone_number::text
        else coalesce(:phone_number::text, d.phone_number)
      end,
      connected_at = case
        when :to::text = 'connected' and before.previous_status <> 'connected' then :at::timestamptz
        else d.connected_at
      end,
      paired_at = case
        when :to::text <> 'connected' then d.paired_at
        when d.phone_number <> :phone_number::text then :at::timestamptz
        else coalesce(d.paired_at, :at::timestamptz)
      end,
      last_health_at = case when :to::text = 'connected' then :at::timestamptz else d.last_health_at end,
      official_app_secret = case when :released::boolean then null else d.official_app_secret end,
      released_at = case when :released::boolean then :at::timestamptz else d.released_at end
    from before where d.id = :device_id
    returning d.*, before.previous_status
  ), happened as (
    select account_id, device_uuid, status, previous_status, reason, :at::timestamptz as happened_at
    from moved where status <> previous_status and ${isNumberSql('engine')}
  ), ${ANNOUNCED}
  select ${DEVICE_COLUMNS} from moved`,
);

/**
 * One of two writers wins. An unchanged status updates columns without an event. A reconnect keeps
 * a restriction; a pairing, perhaps of another number, clears it. Undefined: not applicable.
 */
export function moveStatus(db: Db, move: Transition): Promise<DeviceRow | undefined> {
  const { set = {}, whileWanted, fence, ...rest } = move;
  return MOVE_STATUS.first(db, {
    ...rest,
    wanted: set.wanted ?? null,
    phone_number: set.phone_number ?? null,
    released: set.released ?? false,
    while_wanted: whileWanted ?? null,
    ...fenceParams(fence),
  });
}

/** Locks the device. Undefined: it moves no session in. */
export const lockMovingIn = statement<{ device_id: number }, { id: number }>(
  'devices.lock_moving_in',
  `with ${LOCKED_DEVICE} select id from locked where ${IS_MOVING_IN}`,
).inTx.first;

const SET_WANTED = statement<{ device_id: number; wanted: Wanted } & FenceParams>(
  'devices.set_wanted',
  `update devices set wanted = :wanted where id = :device_id and ${FENCE_IS_CURRENT}`,
);
// Locks in id order, against deadlocks.
const TOUCH_HEALTH = statement<{ ids: readonly number[]; ats: readonly Date[] }>(
  'devices.touch_health',
  `with locked as materialized (
    select id from devices where id = any (:ids::bigint[]) order by id for no key update
  )
  update devices d set last_health_at = greatest(d.last_health_at, seen.at)
  from unnest(:ids::bigint[], :ats::timestamptz[]) as seen (id, at)
  where d.id = any (array(select id from locked)) and d.id = seen.id`,
);

export async function setWanted(db: Db, deviceId: number, wanted: Wanted, fence: Fence): Promise<void> {
  await SET_WANTED.run(db, { device_id: deviceId, wanted, ...fenceParams(fence) });
}

export async function touchHealth(db: Db, health: ReadonlyMap<number, Date>): Promise<void> {
  await TOUCH_HEALTH.run(db, { ids: [...health.keys()], ats: [...health.values()] });
}

const FIND_OWNER = statement<{ device_id: number }, { node_id: string }>(
  'devices.find_owner',
  'select node_id from device_leases where device_id = :device_id and node_id is not null and expires_at > now()',
);

/** Whether a sessions process has the device. */
export async function hasOwner(db: Db, deviceId: number): Promise<boolean> {
  return (await FIND_OWNER.first(db, { device_id: deviceId })) !== undefined;
}

/** Null: as before. Undefined for a released device. */
export const changeDevice = statement<
  {
    device_id: number;
    label: string | null;
    groups: GroupSetting | null;
    groupAutomation: GroupAutomation | null;
  },
  DeviceRow
>(
  'devices.change',
  `with ${LOCKED_DEVICE}, changed as (
    update devices d set label = coalesce(:label::text, d.label), groups = coalesce(:groups::text, d.groups),
      group_automation = coalesce(:groupAutomation::text, d.group_automation)
    from locked
    where d.id = :device_id and locked.released_at is null
    returning d.*
  )
  select ${DEVICE_COLUMNS} from changed`,
).inTx.first;

export const findProviderAccess = statement<
  { deviceId: number },
  { engine: EngineKind; network: Network; creds: Buffer | null }
>(
  'devices.find_provider_access',
  `select engine, network,
     case when engine = 'official_cloud' then (select value from session_creds where device_id = d.id) end as creds
   from devices d where id = :deviceId`,
).first;
