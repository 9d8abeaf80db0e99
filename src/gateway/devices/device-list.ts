import { z } from 'zod';
import { list } from '../../platform/lib/list.ts';

/** More than the devices of most accounts. Null in place of a list means all. */
export const MAX_LISTED_DEVICES = 1_000;

/** `requireDevices` resolves them. */
export const deviceUuids = (description: string, max = MAX_LISTED_DEVICES) =>
  list(z.uuid(), { max, empty: 'must have a device; null: for all' })
    .nullable()
    .meta({ description: `${description} Null: for all. At most ${max}.`, examples: [null] });

/** In an answer. */
export const shownDeviceUuids = z
  .array(z.string())
  .nullable()
  .meta({ description: 'Null: for all devices.', examples: [null] });
