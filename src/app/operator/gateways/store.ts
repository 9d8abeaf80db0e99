import type { Db } from '../../../platform/lib/db/db.ts';
import { type NoParams, statement } from '../../../platform/lib/db/statement.ts';

export interface GatewayRow {
  gateway_id: string;
  host: string;
  pid: number;
  version: string;
  roles: string[];
  started_at: Date;
  seen_at: Date;
}

// Gateways on several machines may delete at once.
/** Deletes rows that were not touched since `forgotten`. */
export const touchGateway = statement<
  Omit<GatewayRow, 'roles'> & { roles: readonly string[]; key_mark: string; forgotten: Date }
>(
  'operator.touch_gateway',
  `with old as materialized (
     select gateway_id from gateways where seen_at < :forgotten for update skip locked
   ), gone as (
     delete from gateways where gateway_id = any (array(select gateway_id from old))
   )
   insert into gateways (gateway_id, host, pid, version, roles, key_mark, started_at, seen_at)
   values (:gateway_id, :host, :pid, :version, :roles::text[], :key_mark, :started_at, :seen_at)
   on conflict (gateway_id) do update set seen_at = excluded.seen_at`,
).run;
export const removeGateway = statement<{ gateway_id: string }>(
  'operator.remove_gateway',
  'delete from gateways where gateway_id = :gateway_id',
).run;
const REMOVE_ALL = statement<NoParams>('operator.remove_gateways', 'delete from gateways');
/** The newest first. */
export const listGateways = statement<{ limit: number }, GatewayRow>(
  'operator.list_gateways',
  `select gateway_id, host, pid, version, roles, started_at, seen_at from gateways
   order by started_at desc, gateway_id limit :limit::bigint`,
).all;
/** Seen since then, and of an earlier version or with another key. */
export const listOtherKeys = statement<
  { key_mark: string; since: Date; limit: number },
  Pick<GatewayRow, 'host' | 'pid' | 'version'>
>(
  'operator.list_other_keys',
  `select host, pid, version from gateways where seen_at >= :since and key_mark is distinct from :key_mark
   order by host, pid limit :limit::bigint`,
).all;

export async function removeGateways(db: Db): Promise<void> {
  await REMOVE_ALL.run(db, {});
}
