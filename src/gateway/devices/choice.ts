import type { Context } from '../../context.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { KURIR } from '../../platform/lib/command-name.ts';
import { digitsOf } from '../../platform/lib/phone.ts';
import { someOf } from '../../platform/lib/some-of.ts';
import { type ListedDevice, listAllDevices } from './installation/installation.ts';

export interface DeviceChoice {
  /** Its uuid or its phone number. */
  device?: string | undefined;
  account?: number | undefined;
}

type Wish = (device: ListedDevice) => boolean;

/** The given one, or the only one. Never a released one. Throws CommandError. */
export async function chooseDevice(
  ctx: Context,
  { device: given, account }: DeviceChoice,
  isWanted: Wish = () => true,
): Promise<ListedDevice> {
  const all = await listAllDevices(ctx);
  const devices = account === undefined ? all : all.filter(({ account_id }) => account_id === account);
  if (given !== undefined) return findGiven(devices, given);
  if (devices.length === 0)
    throw new CommandError(`There is no device yet. Pair one: ${KURIR} device pair`, 'not_found');
  const wanted = devices.filter(isWanted);
  const choice = wanted.length > 0 ? wanted : devices;
  const [only, ...others] = choice;
  if (only && others.length === 0) return only;
  throw new CommandError(`Which device? Add its uuid or its number: ${named(choice)}.`, 'invalid_usage');
}

function findGiven(devices: readonly ListedDevice[], given: string): ListedDevice {
  const found = devices.filter(
    ({ device_uuid, phone_number }) =>
      device_uuid === given.toLowerCase() || (phone_number !== null && phone_number === digitsOf(given)),
  );
  const [only, ...others] = found;
  if (!only)
    throw new CommandError(`There is no device ${given}. See all: ${KURIR} device list`, 'not_found');
  if (others.length > 0)
    throw new CommandError(`Several devices have this number. Use a uuid: ${named(found)}.`, 'invalid_usage');
  return only;
}

function named(devices: readonly ListedDevice[]): string {
  return someOf(devices, ({ device_uuid, label, phone_number, status }) => {
    return `${device_uuid} (${label}, ${phone_number ?? 'no number'}, ${status})`;
  });
}
