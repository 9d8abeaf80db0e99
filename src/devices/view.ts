import type { z } from 'zod';
import type { DeviceBrief, DeviceItem } from './schema.ts';
import type { DeviceRow } from './store.ts';

/** What creation, DELETE and a QR that is not ready answer. */
export function viewBrief(device: Pick<DeviceRow, 'device_uuid' | 'status'>): z.infer<typeof DeviceBrief> {
  return { device_uuid: device.device_uuid, status: device.status };
}

/** One item of the list; GET one answers the same, bare. */
export function viewDevice(device: DeviceRow): z.infer<typeof DeviceItem> {
  return {
    device_uuid: device.device_uuid,
    label: device.label,
    phone_number: device.phone_number,
    engine: device.engine,
    status: device.status,
    connected_at: device.connected_at?.toISOString() ?? null,
    last_health_at: device.last_health_at?.toISOString() ?? null,
  };
}
