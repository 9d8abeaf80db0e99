import { z } from 'zod';
import { defineEvent, deviceUuid, timestamp } from '../events/event.ts';
import { DEVICE_STATUSES } from './schema.ts';

const status = z.enum(DEVICE_STATUSES);

export const DEVICE_STATUS = defineEvent(
  'device.status',
  {
    schema: 'DeviceStatusEvent',
    description: 'A device has a new status.',
    summary: 'Device status changed',
    operationId: 'onDeviceStatus',
  },
  {
    device_uuid: deviceUuid,
    timestamp,
    status: status.meta({ description: 'New status.', examples: ['connected'] }),
    previous_status: status.nullable().meta({
      description: 'Previous status; null for a new device.',
      examples: ['qr_pending'],
    }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Reason of the change, if it is known.', examples: [null, 'logged_out'] }),
  },
);
