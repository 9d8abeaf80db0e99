import type { z } from 'zod';
import { expiresSoon } from '../engines/credentials.ts';
import { ENGINE_KINDS } from '../engines/kinds.ts';
import { isMovingIn } from './device.ts';
import type { DeviceBrief, DeviceCreated, DeviceItem, DeviceWaiting } from './schema.ts';
import type { DeviceRow } from './store.ts';

const TOKEN_EXPIRES_SOON = 'token_expires_soon';
const QUALITY_RED = 'quality_red';

/** For a creation and DELETE. */
export function viewBrief(device: Pick<DeviceRow, 'device_uuid' | 'status'>): z.infer<typeof DeviceBrief> {
  return { device_uuid: device.device_uuid, status: device.status };
}

/** For a QR that is not ready. `passkey`: the page on which the owner signs. */
export function viewWaiting(
  device: DeviceRow,
  passkey: { url: string; expiresAt: Date } | null = null,
): z.infer<typeof DeviceWaiting> {
  return {
    ...viewBrief(device),
    ...(device.reason !== null && { reason: device.reason }),
    ...(isMovingIn(device) && { moving_in: true }),
    ...(passkey && { passkey_url: passkey.url, expires_at: passkey.expiresAt.toISOString() }),
  };
}

export function viewCreated(device: DeviceRow): z.infer<typeof DeviceCreated> {
  const { phone_number, verified_name } = device;
  if (phone_number === null || verified_name === null) return viewBrief(device);
  return { ...viewBrief(device), phone_number, verified_name };
}

export function viewDevice(device: DeviceRow, now: Date): z.infer<typeof DeviceItem> {
  const { official_token_expires_at: expiresAt } = device;
  return {
    device_uuid: device.device_uuid,
    label: device.label,
    phone_number: device.phone_number,
    engine: device.engine,
    status: device.status,
    connected_at: device.connected_at?.toISOString() ?? null,
    last_health_at: device.last_health_at?.toISOString() ?? null,
    // The reason of the status comes before a warning.
    reason: device.reason ?? (device.status === 'connected' ? warningOf(device, now) : null),
    restricted_until: device.restricted_until?.toISOString() ?? null,
    moving_in: isMovingIn(device),
    ...(ENGINE_KINDS[device.engine].hasGroups && {
      groups: device.groups,
      group_automation: device.group_automation,
    }),
    ...(device.engine === 'official_cloud' && {
      official_token_expires_at: expiresAt?.toISOString() ?? null,
      official_quality: device.official_quality,
      official_quality_before: device.official_quality_before,
      official_quality_changed_at: device.official_quality_at?.toISOString() ?? null,
      official_messaging_limit: device.official_daily_limit,
      official_messaging_limit_at: device.official_limit_told_at?.toISOString() ?? null,
    }),
  };
}

function warningOf(device: DeviceRow, now: Date): string | null {
  if (expiresSoon(device.official_token_expires_at, now)) return TOKEN_EXPIRES_SOON;
  return device.official_quality === 'red' ? QUALITY_RED : null;
}
