import { type Selectable, sql } from 'kysely';
import { announce } from '../events/event.ts';
import type { Db, Tx } from '../lib/db/db.ts';
import type { Tables } from '../lib/db/tables.ts';
import { DEVICE_STATUS } from './events.ts';
import type { DeviceStatus } from './schema.ts';

export type DeviceRow = Selectable<Tables['devices']>;
export type Wanted = DeviceRow['wanted'];

/** The lease under which a session writes; a write by an earlier owner changes nothing. */
export interface Fence {
  node_id: string;
  epoch: number;
}

/** A number of the official cloud, as the provider knows it. */
export interface OfficialNumber {
  phone_number_id: string;
  phone_number: string;
  verified_name: string;
}

/** Locks the account until the transaction ends, and answers how many devices its plan allows. */
export async function lockDeviceLimit(tx: Tx, accountId: number): Promise<number> {
  const { max_devices } = await tx
    .selectFrom('accounts')
    .innerJoin('plans', 'plans.name', 'accounts.plan')
    .select('plans.max_devices')
    .where('accounts.id', '=', accountId)
    .forUpdate('accounts')
    .executeTakeFirstOrThrow();
  return max_devices;
}

/** Whether the plan has a slot left now, without a lock: for refusing early what the insert would refuse. */
export async function hasFreeSlot(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select (select count(*) from devices d where d.account_id = a.id and d.released_at is null) < p.max_devices as free
    from accounts a join plans p on p.name = a.plan where a.id = ${accountId}`.execute(db);
  return rows[0]?.free ?? false;
}

/**
 * Inserts the device, its lease row and the event of its creation, unless the account has `limit` devices or another one has the official
 * number: then undefined. Call it after `lockDeviceLimit` in one transaction: the count needs a snapshot younger than the lock.
 */
export async function insertDevice(
  tx: Tx,
  input: {
    account_id: number;
    label: string;
    engine: DeviceRow['engine'];
    network: DeviceRow['network'];
    at: Date;
    limit: number;
    /** Of a number that is known and connected from the start. */
    official?: OfficialNumber;
  },
): Promise<DeviceRow | undefined> {
  const { official } = input;
  const since = official ? input.at : null;
  const { rows } = await sql<DeviceRow>`
    with device as (
      insert into devices (account_id, label, engine, network, created_at, status, wanted, paired_at, connected_at, last_health_at,
        phone_number, official_phone_number_id, verified_name)
      select ${input.account_id}, ${input.label}, ${input.engine}, ${input.network}, ${input.at},
        ${official ? 'connected' : 'provisioned'}, ${official ? 'connected' : 'idle'},
        ${since}::timestamptz, ${since}::timestamptz, ${since}::timestamptz,
        ${official?.phone_number ?? null}, ${official?.phone_number_id ?? null}, ${official?.verified_name ?? null}
      where (
        select count(*) from devices where account_id = ${input.account_id} and released_at is null
      ) < ${input.limit}
      on conflict (network, official_phone_number_id) where official_phone_number_id is not null and released_at is null do nothing
      returning *
    ), lease as (
      insert into device_leases (device_id) select id from device
    ), happened as (
      select account_id, device_uuid, status, null::text as previous_status, reason, ${input.at}::timestamptz as happened_at
      from device
    ), ${sql.raw(ANNOUNCE)}
    select * from device`.execute(tx);
  return rows[0];
}

/** The device that has this number at the provider, in whichever account. */
export function findByOfficialNumber(
  db: Db,
  network: DeviceRow['network'],
  phoneNumberId: string,
): Promise<DeviceRow | undefined> {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('network', '=', network)
    .where('official_phone_number_id', '=', phoneNumberId)
    .where('released_at', 'is', null)
    .executeTakeFirst();
}

/** The devices that have these numbers at their providers, or any number of these business accounts. */
export function listByOfficialNumbers(
  db: Db,
  phoneNumberIds: readonly string[],
  wabaIds: readonly string[],
): Promise<DeviceRow[]> {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('released_at', 'is', null)
    .where((row) =>
      row.or([
        row.and([
          row('network', 'in', ['live', 'sandbox']),
          row('official_phone_number_id', '=', sql<string>`any (${[...phoneNumberIds]}::text[])`),
        ]),
        row('official_waba_id', '=', sql<string>`any (${[...wabaIds]}::text[])`),
      ]),
    )
    .execute();
}

/** Notes which business account the number of a device belongs to. */
export async function setOfficialAccount(db: Db, deviceId: number, wabaId: string): Promise<void> {
  await db.updateTable('devices').set({ official_waba_id: wabaId }).where('id', '=', deviceId).execute();
}

/** Notes that a word about its business account is of this time; false when a later one is known, or when the device is released. */
export async function noteAccountWord(tx: Tx, deviceId: number, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update devices set official_account_told_at = ${at}
    where id = ${deviceId} and released_at is null
      and (official_account_told_at is null or official_account_told_at <= ${at})
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Until when the token of a device is good; null: for good, or nobody knows. */
export async function setTokenExpiry(db: Db, deviceId: number, at: Date | null, fence: Fence): Promise<void> {
  await sql`
    update devices set official_token_expires_at = ${at}::timestamptz
    where id = ${deviceId} and ${holds(fence, deviceId)}`.execute(db);
}

/** Locks the device until the transaction ends; false when it is released. */
export async function lockUnreleased(tx: Tx, deviceId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('devices')
    .select('id')
    .where('id', '=', deviceId)
    .where('released_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * What a device of the official cloud engine has in place of a pairing; credentials and secret are sealed. An undefined secret stays as it is,
 * and so does the business account when it is not known.
 */
export async function saveOfficial(
  tx: Tx,
  deviceId: number,
  official: {
    creds: Buffer;
    appSecret: Buffer | undefined;
    tokenExpiresAt: Date | null;
    wabaId: string | null;
    /** What the provider said of the account before that is outdated. */
    acceptedAt: Date;
  },
): Promise<void> {
  const { creds, appSecret, tokenExpiresAt, wabaId, acceptedAt } = official;
  await tx
    .insertInto('session_creds')
    .values({ device_id: deviceId, value: creds })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ value: creds }))
    .execute();
  await tx
    .updateTable('devices')
    .set({
      official_token_expires_at: tokenExpiresAt,
      official_account_told_at: acceptedAt,
      ...(appSecret !== undefined && { official_app_secret: appSecret }),
      ...(wabaId !== null && { official_waba_id: wabaId }),
    })
    .where('id', '=', deviceId)
    .execute();
}

/** The devices of an account that are not released, oldest first. */
export function listDevices(db: Db, accountId: number): Promise<DeviceRow[]> {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('released_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Always scoped to the account, so a foreign uuid reads as missing. */
export function findDevice(db: Db, accountId: number, deviceUuid: string): Promise<DeviceRow | undefined> {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('device_uuid', '=', deviceUuid)
    .executeTakeFirst();
}

export function findById(db: Db, deviceId: number): Promise<DeviceRow[]> {
  return db.selectFrom('devices').selectAll().where('id', '=', deviceId).execute();
}

export interface Transition {
  device_id: number;
  from: readonly DeviceStatus[];
  to: DeviceStatus;
  reason: string | null;
  at: Date;
  /** Columns that change with the status. */
  set?: { wanted?: Wanted; phone_number?: string; released?: boolean };
  /** Applies only while one of these is wanted. */
  whileWanted?: readonly Wanted[];
  fence?: Fence;
}

/**
 * Compare-and-set with its event, in one statement: two writers racing on one device cannot both win. Entering the status that the
 * device is in already changes the other columns and announces nothing. A line that is back is held back as before; a new pairing may be of
 * another number. Undefined when the trigger does not apply.
 */
export async function moveStatus(db: Db, move: Transition): Promise<DeviceRow | undefined> {
  const { device_id, from, to, reason, at, set = {}, whileWanted, fence } = move;
  const { rows } = await sql<DeviceRow>`
    with before as (
      select id, status as previous_status from devices
      where id = ${device_id} and status = any (${[...from]}) and released_at is null and ${holds(fence, device_id)}
        and ${whileWanted ? sql`wanted = any (${[...whileWanted]})` : sql`true`}
      for update
    ), moved as (
      update devices d set
        status = ${to},
        reason = case when ${to} = 'connected' and d.restriction_lapses_at > ${at} then d.restriction else ${reason}::text end,
        restriction = case when ${to} = 'qr_pending' then null else d.restriction end,
        restricted_until = case when ${to} = 'qr_pending' then null else d.restricted_until end,
        restriction_lapses_at = case when ${to} = 'qr_pending' then null else d.restriction_lapses_at end,
        wanted = coalesce(${set.wanted ?? null}, d.wanted),
        phone_number = coalesce(${set.phone_number ?? null}, d.phone_number),
        connected_at = case when ${to} = 'connected' and before.previous_status <> 'connected' then ${at} else d.connected_at end,
        -- The age of the number: pairing it anew keeps it, another number begins at nought.
        paired_at = case
          when ${to} <> 'connected' then d.paired_at
          when d.phone_number <> ${set.phone_number ?? null}::text then ${at}::timestamptz
          else coalesce(d.paired_at, ${at}::timestamptz)
        end,
        last_health_at = case when ${to} = 'connected' then ${at} else d.last_health_at end,
        -- Nobody signs for a released number any more.
        official_app_secret = case when ${set.released ?? false} then null else d.official_app_secret end,
        released_at = case when ${set.released ?? false} then ${at}::timestamptz else d.released_at end
      from before where d.id = before.id
      returning d.*, before.previous_status
    ), happened as (
      select account_id, device_uuid, status, previous_status, reason, ${at}::timestamptz as happened_at
      from moved where status <> previous_status
    ), ${sql.raw(ANNOUNCE)}
    select * from moved`.execute(db);
  return rows[0];
}

/**
 * Asks the sessions side to pair the device anew; false when it does so already. A device that has become connected in the meantime is
 * left alone. What an earlier pairing left is forgotten at once, so that whoever takes the device over starts from nothing.
 */
export async function requestPairing(db: Db, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    with asked as (
      update devices set wanted = 'pair'
      where id = ${deviceId} and wanted <> 'pair' and status <> 'connected' and released_at is null
      returning id
    ), keys as (
      delete from session_keys k using asked where k.device_id = asked.id
    ), creds as (
      delete from session_creds c using asked where c.device_id = asked.id
    ), code as (
      delete from device_pairings p using asked where p.device_id = asked.id
    )
    select id from asked`.execute(db);
  return rows.length > 0;
}

/** What the holder of the lease has found to be done, or undone. */
export async function setWanted(db: Db, deviceId: number, wanted: Wanted, fence: Fence): Promise<void> {
  await sql`update devices set wanted = ${wanted} where id = ${deviceId} and ${holds(fence, deviceId)}`.execute(
    db,
  );
}

/** Devices whose QR was on show, without credentials yet. */
export async function findInterruptedPairings(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('session_creds', 'session_creds.device_id', 'devices.id')
    .select('devices.id')
    .where('devices.status', '=', 'qr_pending')
    .where('session_creds.device_id', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/** The pairing code that is shown now, sealed. */
export function findPairing(db: Db, deviceId: number) {
  return db
    .selectFrom('device_pairings')
    .select(['qr', 'expires_at'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
}

export async function putPairing(
  db: Db,
  pairing: { device_id: number; qr: Buffer; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('device_pairings')
    .values(pairing)
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet({ qr: pairing.qr, expires_at: pairing.expires_at }),
    )
    .execute();
}

export async function deletePairing(db: Db, deviceId: number): Promise<void> {
  await db.deleteFrom('device_pairings').where('device_id', '=', deviceId).execute();
}

/** Signs of life of many devices in one statement; rows are locked in the order of their ids, as everywhere. */
export async function touchHealth(db: Db, health: ReadonlyMap<number, Date>): Promise<void> {
  await sql`
    with seen as (
      select d.id, h.at from devices d
      join unnest(${[...health.keys()]}::bigint[], ${[...health.values()]}::timestamptz[]) as h (id, at) on h.id = d.id
      order by d.id for no key update of d
    )
    update devices d set last_health_at = greatest(d.last_health_at, seen.at)
    from seen where d.id = seen.id`.execute(db);
}

/** True in SQL while the lease is held as the fence says, or when there is no fence. */
export function holds(fence: Fence | undefined, deviceId: number) {
  if (!fence) return sql`true`;
  return sql`exists (
    select from device_leases where device_id = ${deviceId} and node_id = ${fence.node_id} and epoch = ${fence.epoch}
  )`;
}

const ANNOUNCE = announce(DEVICE_STATUS, {
  device_uuid: 'e.device_uuid',
  timestamp: 'kurir_iso(e.happened_at)',
  status: 'e.status',
  previous_status: 'e.previous_status',
  reason: 'e.reason',
});
