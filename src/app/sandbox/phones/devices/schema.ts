import { z } from 'zod';
import { deviceUuid, PHONE_LINES } from '../schema.ts';

export const LINE_ACTIONS = ['drop', 'restore', 'logout', 'ban'] as const;

export const DeviceParams = z.object({ uuid: deviceUuid });

export const ChangeLine = z
  .object({
    action: z.enum(LINE_ACTIONS).meta({
      description:
        '`drop`: the network cuts the connection. `restore`: it accepts the device again, without faults. ' +
        '`logout`: the phone removes the device. `ban`: the network bans the number.',
      examples: ['drop'],
    }),
  })
  .meta({ id: 'ChangeSandboxLine' });
export const LineView = z
  .object({ device_uuid: deviceUuid, line: z.enum(PHONE_LINES) })
  .meta({ id: 'SandboxLine' });

export const AgeDevice = z
  .object({
    days: z
      .number()
      .min(0)
      .max(36_500)
      .meta({ description: 'Age of the pairing.', examples: [40] }),
  })
  .meta({ id: 'AgeSandboxDevice' });
export const AgedDevice = z.object({ device_uuid: deviceUuid, days: z.number() }).meta({ id: 'AgedDevice' });
