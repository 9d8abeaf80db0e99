import { z } from 'zod';
import { requiredString } from '../lib/text.ts';

export const DEVICE_STATUSES = ['provisioned', 'qr_pending', 'connected', 'disconnected', 'banned'] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** Body of POST /v1/devices. */
export const CreateDevice = z.object({
  label: requiredString(255),
  engine: z.enum(['economy'], 'must be economy').default('economy'),
});
export type CreateDevice = z.infer<typeof CreateDevice>;

export const DeviceBrief = z.object({ device_uuid: z.string(), status: z.enum(DEVICE_STATUSES) });

export const DeviceItem = DeviceBrief.extend({
  label: z.string(),
  phone_number: z.string().nullable(),
  engine: z.string(),
  connected_at: z.string().nullable(),
  last_health_at: z.string().nullable(),
});

export const DeviceQr = DeviceBrief.extend({ qr: z.string() });
