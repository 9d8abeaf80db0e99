import type { Context } from '../../../context.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import { DAY, HOUR } from '../../../platform/lib/clock.ts';
import { type DeviceRow, getDevice } from '../../devices/device.ts';
import { type Group, listGroups } from '../../devices/groups/groups.ts';
import { findHistory, type HistoryRow } from '../../messages/imports/import.ts';
import { type Limit, limitAt } from '../runner/throttle.ts';
import type { Incomplete } from './schema.ts';
import * as store from './store.ts';

export interface Health {
  device: DeviceRow;
  queued: number;
  queued_since: Date | null;
  last_inbound_at: Date | null;
  limit: Limit;
  /** Broadcast messages in the last hour, up to the limit. */
  used: number;
  incomplete: Incomplete;
  /** The latest first. */
  groups: readonly Group[];
  /** From before the connection. */
  history: HistoryRow | undefined;
}

/** Also of a released device. ApiError device_not_found. */
export async function readDeviceHealth(ctx: Context, account: Sight, deviceUuid: string): Promise<Health> {
  const device = await getDevice(ctx, account, deviceUuid);
  const now = ctx.now();
  const limit = limitAt(ctx.config.KURIR_BROADCAST_THROTTLE, device, now);
  const counted = await store.readHealth(ctx.db, {
    accountId: account.id,
    deviceId: device.id,
    hourAgo: new Date(now.getTime() - HOUR),
    dayAgo: new Date(now.getTime() - DAY),
    limit: limit.perHour ?? 0,
  });
  // Of a device with groups, none is left out.
  const groups = device.groups === 'on' ? [] : await listGroups(ctx, device.id);
  const history = await findHistory(ctx, device.id);
  return { device, limit, groups, history, ...counted };
}
