import { sql } from 'kysely';
import type { Db } from '../../lib/db/db.ts';
import { type DeviceRow, type Fence, holds } from '../store.ts';

/**
 * Notes what holds the device back; a connected one shows it as its reason. A restriction that lasts longer stays, unless the same one is said
 * with another end. Answers the code that was there before; undefined when nothing changed.
 */
export async function setRestriction(
  db: Db,
  deviceId: number,
  held: { restriction: string; until: Date | null; lapsesAt: Date; fence: Fence | undefined },
): Promise<{ device_uuid: string; previous: string | null } | undefined> {
  const { restriction, until, lapsesAt, fence } = held;
  const { rows } = await sql<{ device_uuid: string; previous: string | null }>`
    with before as (
      select id, restriction as previous from devices
      where id = ${deviceId} and released_at is null and ${holds(fence, deviceId)}
        and (restriction is null or restriction_lapses_at <= ${lapsesAt} or (restriction = ${restriction} and ${until !== null}))
      for update
    )
    update devices d set
      restriction = ${restriction},
      restricted_until = ${until}::timestamptz,
      restriction_lapses_at = ${lapsesAt},
      reason = case when d.status = 'connected' then ${restriction} else d.reason end
    from before where d.id = before.id
    returning d.device_uuid, before.previous`.execute(db);
  return rows[0];
}

/** Takes restrictions off: those with these codes of a device, or of a network what has lapsed. Answers the devices that are free of them. */
export async function clearRestrictions(
  db: Db,
  which:
    | { deviceId: number; restrictions: readonly string[]; fence: Fence | undefined }
    | { network: DeviceRow['network']; lapsedAt: Date },
): Promise<{ device_uuid: string }[]> {
  const chosen =
    'deviceId' in which
      ? sql`id = ${which.deviceId} and restriction = any (${[...which.restrictions]}) and ${holds(which.fence, which.deviceId)}`
      : sql`network = ${which.network} and restriction is not null and restriction_lapses_at <= ${which.lapsedAt}`;
  const { rows } = await sql<{ device_uuid: string }>`
    with ended as (
      select id from devices where ${chosen} order by id for update
    )
    update devices d set
      restriction = null,
      restricted_until = null,
      restriction_lapses_at = null,
      reason = case when d.reason = d.restriction then null else d.reason end
    from ended where d.id = ended.id
    returning d.device_uuid`.execute(db);
  return rows;
}
