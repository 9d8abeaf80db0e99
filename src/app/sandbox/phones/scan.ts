import type { Context } from '../../../context.ts';
import { currentPairingCode, requestCode } from '../../../gateway/devices/pairing/pairing.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { SandboxAddress } from '../address.ts';
import { untilFound } from '../wait.ts';
import { askJson } from './ask.ts';
import { switchOn } from './phone.ts';
import { getPhone, openWorld } from './world.ts';

const CODE_WAIT_MS = 10_000;

/**
 * The phone scans the QR of the device, whose pairing starts if it has none. ApiError sandbox_phone_not_found,
 * device_not_found, already_connected, qr_not_supported, no_pairing_code, sandbox_refused.
 */
export async function scanDevice(
  ctx: Context,
  address: SandboxAddress | null,
  account: Caller,
  { number, deviceUuid }: { number: string; deviceUuid: string },
): Promise<{ device_uuid: string; number: string }> {
  const phone = getPhone(await openWorld(ctx, account), number);
  const { device, code } = await requestCode(ctx, account, deviceUuid);
  const qr = code?.text ?? (await untilFound(CODE_WAIT_MS, () => currentPairingCode(ctx, device.id)));
  if (qr === null) throw new ApiError('no_pairing_code');
  await switchOn(address, number, phone.name);
  await askJson(address, { method: 'POST', path: `/sandbox/phones/${number}/scan`, body: { qr } });
  return { device_uuid: device.device_uuid, number };
}
