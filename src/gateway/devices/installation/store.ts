import type { Db } from '../../../platform/lib/db/db.ts';
import { type NoParams, statement } from '../../../platform/lib/db/statement.ts';
import type { Network } from '../../engines/engine.ts';
import { type EngineKind, isNumberSql } from '../../engines/kinds.ts';
import type { DeviceStatus } from '../schema.ts';

export type ListedDevice = {
  device_uuid: string;
  account_id: number;
  label: string;
  engine: EngineKind;
  network: Network;
  status: DeviceStatus;
  reason: string | null;
  phone_number: string | null;
  connected_at: Date | null;
  last_health_at: Date | null;
};

export interface SandboxDevice {
  id: number;
  status: DeviceStatus;
  phone_number: string | null;
  official_phone_number_id: string | null;
  paired_at: Date | null;
}

const IS_NETWORK_WANTED = statement<{ network: Network }, { id: number }>(
  'devices.is_network_wanted',
  `select id from devices where network = :network and wanted <> 'idle' limit 1`,
);
export const findSandboxDevice = statement<{ device_uuid: string }, SandboxDevice>(
  'devices.find_sandbox_device',
  `select id, status, phone_number, official_phone_number_id, paired_at from devices
   where device_uuid = :device_uuid and network = 'sandbox' and ${isNumberSql('engine')}`,
).first;
export const agePairing = statement<{ device_id: number; days: number }>(
  'devices.age_pairing',
  `update devices set paired_at = now() - make_interval(secs => :days::double precision * 86400)
   where id = :device_id`,
).run;
export const listAllDevices = statement<NoParams, ListedDevice>(
  'devices.list_all_devices',
  `select device_uuid, account_id, label, engine, network, status, reason, phone_number, connected_at, last_health_at
   from devices where released_at is null and ${isNumberSql('engine')} order by id`,
).all;

/** By account and status. */
export const countDevices = statement<
  { accountIds: readonly number[] },
  { account_id: number; status: DeviceStatus; count: number }
>(
  'devices.count_by_account',
  `select account_id, status, count(*)::int as count from devices
   where account_id = any (:accountIds::bigint[]) and released_at is null and ${isNumberSql('engine')}
   group by account_id, status`,
).all;

const FIND_NUMBERS_ELSEWHERE = statement<
  { account_id: number; numbers: readonly string[] },
  { phone_number: string }
>(
  'devices.find_sandbox_numbers_elsewhere',
  `select distinct phone_number from devices
   where network = 'sandbox' and phone_number = any (:numbers::text[]) and account_id <> :account_id`,
);

/** Also those of released devices. */
export async function findNumbersElsewhere(
  db: Db,
  accountId: number,
  numbers: readonly string[],
): Promise<string[]> {
  const rows = await FIND_NUMBERS_ELSEWHERE.all(db, { account_id: accountId, numbers });
  return rows.map(({ phone_number }) => phone_number);
}

/** By status. */
export const countAllDevices = statement<NoParams, { status: DeviceStatus; count: number }>(
  'devices.count_all_devices',
  `select status, count(*)::int as count from devices
   where released_at is null and ${isNumberSql('engine')} group by status`,
).all;

export interface DeviceState {
  engine: EngineKind;
  status: DeviceStatus;
  reason: string | null;
  count: number;
  /** The earliest last sign of life of a device that is disconnected. */
  offline_since: Date | null;
  red: number;
  token_ends_soon: number;
}

export const countStates = statement<{ token_ends_before: Date }, DeviceState>(
  'devices.count_states',
  `select engine, status, reason, count(*)::int as count,
     min(last_health_at) filter (where status = 'disconnected') as offline_since,
     count(*) filter (where official_quality = 'red')::int as red,
     count(*) filter (where official_token_expires_at <= :token_ends_before::timestamptz)::int as token_ends_soon
   from devices where released_at is null and ${isNumberSql('engine')} group by engine, status, reason`,
).all;

/** A sessions process. */
export interface NodeRow {
  node_id: string;
  network: Network;
  /** With a lease. */
  devices: number;
}

export const listNodes = statement<NoParams, NodeRow>(
  'devices.list_nodes',
  `select n.node_id, n.network, count(l.device_id)::int as devices
   from session_nodes n left join device_leases l on l.node_id = n.node_id and l.expires_at > now()
   where n.expires_at > now() group by n.node_id, n.network order by n.network, n.node_id`,
).all;

export async function isNetworkWanted(db: Db, network: Network): Promise<boolean> {
  return (await IS_NETWORK_WANTED.run(db, { network })) > 0;
}
