import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { type NoParams, statement } from '../../../platform/lib/db/statement.ts';
import type { Network } from '../../engines/engine.ts';

/** Nodes renew every third of this time. */
export const LEASE_SECONDS = 15;

export interface Lease {
  device_id: number;
  epoch: number;
}

interface LeaseParams {
  node_id: string;
  device_ids: readonly number[];
  epochs: readonly number[];
}

const LEASE_END = `clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;
const FREED = `node_id = null, expires_at = '-infinity'`;

/** In the order of devices, against deadlocks. */
const locked = (condition: string, strength = 'update') =>
  `locked as materialized (
    select device_id, epoch from device_leases where ${condition} order by device_id for ${strength}
  )`;
const IS_LOCKED = 'device_id = any (array(select device_id from locked))';
const GIVEN = 'device_id = any (:device_ids::bigint[]) and node_id = :node_id';
const CURRENT = `select device_id from locked
    join unnest(:device_ids::bigint[], :epochs::bigint[]) as given (device_id, epoch) using (device_id, epoch)`;

const RENEW = statement<LeaseParams & { network: Network }, Lease>(
  'devices.renew',
  `with node as (
    insert into session_nodes (node_id, network, expires_at) values (:node_id, :network, ${LEASE_END})
    on conflict (node_id) do update set expires_at = excluded.expires_at
  ), ${locked(GIVEN)}
  update device_leases set expires_at = ${LEASE_END}
  where device_id = any (array(${CURRENT}))
  returning device_id, epoch`,
);
export const countShare = statement<{ network: Network; device_ids: readonly number[] }, Share>(
  'devices.count_share',
  `select
    (select count(*) from devices where network = :network and wanted <> 'idle') as devices,
    (select count(*) from session_nodes where network = :network and expires_at > now()) as nodes,
    (
      select coalesce(json_agg(id), '[]') from devices
      where network = :network and id = any (:device_ids::bigint[]) and wanted <> 'idle'
    ) as busy`,
).one;
/** Raises the epochs. */
export const acquireLeases = statement<{ node_id: string; network: Network; limit: number }, Lease>(
  'devices.acquire_leases',
  `with wanted as materialized (
    select id from devices where network = :network and wanted <> 'idle'
  ), free as materialized (
    select lease.device_id from (select id from wanted order by id) device, lateral (
      select device_id from device_leases
      where device_id = device.id and (node_id is null or expires_at < now()) for update skip locked
    ) lease
    limit :limit
  )
  update device_leases set node_id = :node_id, epoch = epoch + 1, expires_at = ${LEASE_END}
  where device_id = any (array(select device_id from free))
  returning device_id, epoch`,
).all;
export const releaseLeases = statement<{ node_id: string; device_ids: readonly number[] }>(
  'devices.release_leases',
  `with ${locked(GIVEN)}
  update device_leases set ${FREED} where ${IS_LOCKED}`,
).run;
export const leaveNode = statement<{ node_id: string }>(
  'devices.leave_node',
  `with gone as (delete from session_nodes where node_id = :node_id),
  ${locked('node_id = :node_id')}
  update device_leases set ${FREED} where ${IS_LOCKED}`,
).run;
/** Late writes of the dead node change nothing. */
export const releaseNode = statement<{ node_id: string }>(
  'devices.release_node',
  `with gone as (delete from session_nodes where node_id = :node_id),
  ${locked('node_id = :node_id')}
  update device_leases set ${FREED}, epoch = epoch + 1 where ${IS_LOCKED}`,
).run;
/** For the only gateway of a database, at its start. */
export const releaseAllNodes = statement<NoParams>(
  'devices.release_all_nodes',
  `with gone as (delete from session_nodes),
  ${locked('node_id is not null')}
  update device_leases set ${FREED}, epoch = epoch + 1 where ${IS_LOCKED}`,
).run;
/** A session that shows a QR can write nothing more. */
export const freeLease = statement<{ device_id: number }>(
  'devices.free_lease',
  `update device_leases set ${FREED}, epoch = epoch + 1 where device_id = :device_id`,
).inTx.run;
const LOCK_LEASES = statement<LeaseParams, { device_id: number }>(
  'devices.lock_leases',
  `with ${locked(GIVEN, 'share')} ${CURRENT}`,
);

/** A sign of life of the node. Returns the leases that it still has. */
export function renew(
  db: Db,
  { nodeId, network }: { nodeId: string; network: Network },
  leases: readonly Lease[],
): Promise<Lease[]> {
  return RENEW.all(db, { ...leaseParams(nodeId, leases), network });
}

interface Share {
  devices: number;
  nodes: number;
  /** The given devices that need a session. */
  busy: number[];
}

/** Returns the devices that the node still has. */
export async function lockLeases(tx: Tx, nodeId: string, leases: readonly Lease[]): Promise<Set<number>> {
  const rows = await LOCK_LEASES.all(tx, leaseParams(nodeId, leases));
  return new Set(rows.map((row) => row.device_id));
}

const leaseParams = (nodeId: string, leases: readonly Lease[]): LeaseParams => ({
  node_id: nodeId,
  device_ids: leases.map((lease) => lease.device_id),
  epochs: leases.map((lease) => lease.epoch),
});
