import type { z } from 'zod';
import { expiresSoon } from '../engines/credentials.ts';
import type { DeviceBrief, DeviceCreated, DeviceItem, DeviceWaiting } from './schema.ts';
import type { DeviceRow } from './store.ts';

const TOKEN_EXPIRES_SOON = 'token_expires_soon';

/** For a creation and DELETE. */
export function viewBrief(device: Pick<DeviceRow, 'device_uuid' | 'status'>): z.infer<typeof DeviceBrief> {
  return { device_uuid: device.device_uuid, status: device.status };
}

/** For a QR that is not ready. */
export function viewWaiting(device: DeviceRow): z.infer<typeof DeviceWaiting> {
  return { ...viewBrief(device), ...(device.reason !== null && { reason: device.reason }) };
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
    reason:
      device.reason ??
      (device.status === 'connected' && expiresSoon(expiresAt, now) ? TOKEN_EXPIRES_SOON : null),
    restricted_until: device.restricted_until?.toISOString() ?? null,
    ...(device.engine === 'official_cloud' && {
      official_token_expires_at: expiresAt?.toISOString() ?? null,
    }),
  };
}
