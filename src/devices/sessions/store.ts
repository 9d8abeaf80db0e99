import { type RawBuilder, sql } from 'kysely';
import type { Network } from '../../engines/engine.ts';
import type { Db, Tx } from '../../lib/db/db.ts';
import type { DeviceRow } from '../store.ts';

/** How long an owner that is not heard of keeps its devices; renewed every third of it. */
export const LEASE_SECONDS = 15;

export interface Held {
  device_id: number;
  epoch: number;
}

/** Announces this process as alive. */
export async function touchNode(db: Db, nodeId: string, network: Network): Promise<void> {
  await sql`
    insert into session_nodes (node_id, network, expires_at) values (${nodeId}, ${network}, ${inSeconds(LEASE_SECONDS)})
    on conflict (node_id) do update set expires_at = excluded.expires_at`.execute(db);
}

/** Renews what this node still owns and answers it; what is missing from the answer belongs to somebody else now. */
export async function renewLeases(db: Db, nodeId: string, held: readonly Held[]): Promise<Held[]> {
  const { rows } = await sql<Held>`
    with ours as (
      select l.device_id from device_leases l
      join unnest(${held.map((lease) => lease.device_id)}::bigint[], ${held.map((lease) => lease.epoch)}::bigint[]) as h (device_id, epoch)
        on l.device_id = h.device_id and l.epoch = h.epoch
      where l.node_id = ${nodeId}
      order by l.device_id for update of l
    )
    update device_leases l set expires_at = ${inSeconds(LEASE_SECONDS)}
    from ours where l.device_id = ours.device_id
    returning l.device_id, l.epoch`.execute(db);
  return rows;
}

interface Share {
  /** Devices with something to do on this network. */
  devices: number;
  /** The processes alive to share them. */
  nodes: number;
  /** Those of `held` with something to do, as of the same moment. */
  busy: number[];
}

/** What there is to be shared on this network, and how much of it a process holds already. */
export async function countShare(db: Db, network: Network, held: readonly number[]): Promise<Share> {
  const { rows } = await sql<Share>`
    select
      (select count(*) from devices where network = ${network} and wanted <> 'idle') as devices,
      (select count(*) from session_nodes where network = ${network} and expires_at > now()) as nodes,
      (
        select coalesce(json_agg(id), '[]') from devices where id = any (${[...held]}::bigint[]) and wanted <> 'idle'
      ) as busy`.execute(db);
  return rows[0] ?? { devices: 0, nodes: 0, busy: [] };
}

/** Takes up to `limit` devices that nobody owns; each change of owner raises the epoch. */
export async function acquireLeases(
  db: Db,
  nodeId: string,
  network: Network,
  limit: number,
): Promise<Held[]> {
  const { rows } = await sql<Held>`
    with free as (
      select l.device_id from device_leases l join devices d on d.id = l.device_id
      where d.network = ${network} and d.wanted <> 'idle' and (l.node_id is null or l.expires_at < now())
      order by l.device_id limit ${limit} for update of l skip locked
    )
    update device_leases l set node_id = ${nodeId}, epoch = l.epoch + 1, expires_at = ${inSeconds(LEASE_SECONDS)}
    from free where l.device_id = free.device_id
    returning l.device_id, l.epoch`.execute(db);
  return rows;
}

/** Gives devices back, so that another process may take them at once. */
export async function releaseLeases(db: Db, nodeId: string, deviceIds: readonly number[]): Promise<void> {
  await sql`
    with ours as (${locked(sql`l.node_id = ${nodeId} and l.device_id = any (${[...deviceIds]}::bigint[])`)})
    update device_leases l set node_id = null, expires_at = '-infinity'
    from ours where l.device_id = ours.device_id`.execute(db);
}

/** A process that stops in order leaves nothing behind. */
export async function leaveNode(db: Db, nodeId: string): Promise<void> {
  await sql`
    with gone as (delete from session_nodes where node_id = ${nodeId}),
    ours as (${locked(sql`l.node_id = ${nodeId}`)})
    update device_leases l set node_id = null, expires_at = '-infinity'
    from ours where l.device_id = ours.device_id`.execute(db);
}

/** Ends the ownership of a process that is known to be dead, and voids whatever it might still write. */
export async function releaseNode(db: Db, nodeId: string): Promise<void> {
  await sql`
    with gone as (delete from session_nodes where node_id = ${nodeId}),
    theirs as (${locked(sql`l.node_id = ${nodeId}`)})
    update device_leases l set node_id = null, epoch = l.epoch + 1, expires_at = '-infinity'
    from theirs where l.device_id = theirs.device_id`.execute(db);
}

/** The same for every process, when the only gateway on this database has just started. */
export async function releaseAllNodes(db: Db): Promise<void> {
  await sql`
    with gone as (delete from session_nodes),
    owned as (${locked(sql`l.node_id is not null`)})
    update device_leases l set node_id = null, epoch = l.epoch + 1, expires_at = '-infinity'
    from owned where l.device_id = owned.device_id`.execute(db);
}

export async function findHeld(db: Db, deviceIds: readonly number[]): Promise<DeviceRow[]> {
  if (deviceIds.length === 0) return [];
  return db.selectFrom('devices').selectAll().where('id', 'in', deviceIds).execute();
}

// Credentials and keys ----------------------------------------------------------------------------------------------------

export function findCreds(db: Db, deviceId: number) {
  return db.selectFrom('session_creds').select('value').where('device_id', '=', deviceId).executeTakeFirst();
}

export function findKeys(db: Db, deviceId: number, type: string, ids: readonly string[]) {
  return db
    .selectFrom('session_keys')
    .select(['id', 'value'])
    .where('device_id', '=', deviceId)
    .where('type', '=', type)
    .where('id', '=', sql<string>`any (${[...ids]}::text[])`)
    .execute();
}

export interface SealedKey {
  device_id: number;
  type: string;
  id: string;
  value: Buffer | null;
}

/**
 * Which of these leases are still ours; locked until the transaction ends, so that what follows in it is written by the owner or not
 * at all.
 */
export async function holdLeases(tx: Tx, nodeId: string, held: readonly Held[]): Promise<Set<number>> {
  const { rows } = await sql<{ device_id: number }>`
    select l.device_id from device_leases l
    join unnest(${held.map((lease) => lease.device_id)}::bigint[], ${held.map((lease) => lease.epoch)}::bigint[]) as h (device_id, epoch)
      on l.device_id = h.device_id and l.epoch = h.epoch
    where l.node_id = ${nodeId}
    order by l.device_id for share of l`.execute(tx);
  return new Set(rows.map((row) => row.device_id));
}

/** Upserts and deletes keys of many devices in one statement; a null value deletes. One entry per key. */
export async function writeKeys(tx: Tx, keys: readonly SealedKey[]): Promise<void> {
  const put = keys.filter((key) => key.value !== null);
  const drop = keys.filter((key) => key.value === null);
  await sql`
    with dropped as (
      delete from session_keys k using unnest(${ids(drop)}, ${types(drop)}, ${names(drop)}) as d (device_id, type, id)
      where k.device_id = d.device_id and k.type = d.type and k.id = d.id
    )
    insert into session_keys (device_id, type, id, value)
    select * from unnest(${ids(put)}, ${types(put)}, ${names(put)}, ${put.map((key) => key.value)}::bytea[])
    on conflict (device_id, type, id) do update set value = excluded.value`.execute(tx);
}

export async function writeCreds(
  tx: Tx,
  creds: readonly { device_id: number; value: Buffer }[],
): Promise<void> {
  await sql`
    insert into session_creds (device_id, value)
    select * from unnest(${creds.map((row) => row.device_id)}::bigint[], ${creds.map((row) => row.value)}::bytea[])
    on conflict (device_id) do update set value = excluded.value`.execute(tx);
}

export async function eraseSession(tx: Tx, deviceId: number): Promise<void> {
  await tx.deleteFrom('session_keys').where('device_id', '=', deviceId).execute();
  await tx.deleteFrom('session_creds').where('device_id', '=', deviceId).execute();
}

/** Leases are always locked in the order of the devices, as `holdLeases` does: two statements never wait for each other. */
const locked = (which: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select l.device_id from device_leases l where ${which} order by l.device_id for update`;

const ids = (keys: readonly SealedKey[]): RawBuilder<unknown> =>
  sql`${keys.map((key) => key.device_id)}::bigint[]`;
const types = (keys: readonly SealedKey[]): RawBuilder<unknown> =>
  sql`${keys.map((key) => key.type)}::text[]`;
const names = (keys: readonly SealedKey[]): RawBuilder<unknown> => sql`${keys.map((key) => key.id)}::text[]`;

const inSeconds = (seconds: number): RawBuilder<unknown> =>
  sql`clock_timestamp() + make_interval(secs => ${seconds})`;
