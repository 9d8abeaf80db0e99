import type { Context } from '../../../../context.ts';
import { getDevice } from '../../../../gateway/devices/device.ts';
import type { Caller } from '../../../../platform/accounts/account.ts';
import { ApiError } from '../../../../platform/lib/errors.ts';
import type { SandboxAddress } from '../../address.ts';
import { askJson } from '../ask.ts';
import type { PhoneLine } from '../schema.ts';
import { openWorld } from '../world.ts';
import type { LINE_ACTIONS } from './schema.ts';

const NO_LINE = 'An official cloud device has no line of a phone. Change the state of its number.';

/**
 * ApiError device_not_found, device_not_paired, sandbox_refused; sandbox_number_taken when a device of another account
 * has the number too.
 */
export async function changeLine(
  ctx: Context,
  address: SandboxAddress | null,
  account: Caller,
  deviceUuid: string,
  action: (typeof LINE_ACTIONS)[number],
): Promise<{ device_uuid: string; line: PhoneLine }> {
  const { device_uuid, phone_number: number, ...device } = await getDevice(ctx, account, deviceUuid);
  if (device.official_phone_number_id !== null) throw new ApiError('sandbox_refused', NO_LINE);
  if (number === null || device.released_at !== null) throw new ApiError('device_not_paired');
  const { devices } = await openWorld(ctx, account);
  if (devices.every(({ id }) => id !== device.id)) throw new ApiError('sandbox_number_taken');
  const path = `/sandbox/numbers/${number}/${action}`;
  const { line } = await askJson<{ line: PhoneLine }>(address, { method: 'POST', path, body: {} });
  return { device_uuid, line };
}
