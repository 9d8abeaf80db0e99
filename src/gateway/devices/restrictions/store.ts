import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { Network } from '../../engines/engine.ts';
import { FENCE_IS_CURRENT, type Fence, type FenceParams, fenceParams, LOCKED_DEVICE } from '../store.ts';

interface NewRestriction {
  device_id: number;
  restriction: string;
  until: Date | null;
  lapses_at: Date;
}

const SET_RESTRICTION = statement<
  NewRestriction & FenceParams,
  { device_uuid: string; previous: string | null }
>(
  'devices.set_restriction',
  `with ${LOCKED_DEVICE}, before as (
    select restriction as previous from locked
    where released_at is null and ${FENCE_IS_CURRENT} and (
      restriction is null or restriction_lapses_at <= :lapses_at::timestamptz
      or (restriction = :restriction::text and :until::timestamptz is not null)
    )
  )
  update devices d set
    restriction = :restriction::text,
    restricted_until = :until::timestamptz,
    restriction_lapses_at = :lapses_at::timestamptz,
    reason = case when d.status = 'connected' then :restriction::text else d.reason end
  from before where d.id = :device_id
  returning d.device_uuid, before.previous`,
);

const CLEARED = `update devices set
    restriction = null,
    restricted_until = null,
    restriction_lapses_at = null,
    reason = case when reason = restriction then null else reason end
  where id = any (array(select id from ended))
  returning device_uuid`;

const CLEAR_OF_DEVICE = statement<
  { device_id: number; restrictions: readonly string[] } & FenceParams,
  { device_uuid: string }
>(
  'devices.clear_restrictions',
  `with ${LOCKED_DEVICE}, ended as (
    select id from locked where restriction = any (:restrictions::text[]) and ${FENCE_IS_CURRENT}
  )
  ${CLEARED}`,
);
/** Returns the devices. */
export const clearLapsedRestrictions = statement<{ network: Network; at: Date }, { device_uuid: string }>(
  'devices.clear_lapsed_restrictions',
  `with lapsed as materialized (
    select id from devices
    where network = :network and restriction is not null and restriction_lapses_at <= :at::timestamptz
  ), locked as materialized (
    select id, restriction_lapses_at from devices
    where id = any (array(select id from lapsed)) order by id for no key update
  ), ended as (
    select id from locked where restriction_lapses_at <= :at::timestamptz
  )
  ${CLEARED}`,
).all;

/** Returns the previous restriction; undefined when nothing changed. */
export function setRestriction(
  db: Db,
  restriction: NewRestriction,
  fence: Fence | undefined,
): Promise<{ device_uuid: string; previous: string | null } | undefined> {
  return SET_RESTRICTION.first(db, { ...restriction, ...fenceParams(fence) });
}

/** Returns the device if it had one of them. */
export function clearRestrictions(
  db: Db,
  deviceId: number,
  restrictions: readonly string[],
  fence: Fence | undefined,
): Promise<{ device_uuid: string }[]> {
  return CLEAR_OF_DEVICE.all(db, { device_id: deviceId, restrictions, ...fenceParams(fence) });
}
