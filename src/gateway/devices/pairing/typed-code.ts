import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { digitsOf, internationalForm, problemOf } from '../../../platform/lib/phone.ts';
import { isMovingIn } from '../device.ts';
import { PASSKEY_REQUIRED } from '../passkey/passkey.ts';
import { type DeviceRow, type Fence, fenceParams } from '../store.ts';
import { getPairable, startPairing } from './pairing.ts';
import * as store from './typed-code-store.ts';

/** Each code is a notice on the phone of its number, and the network limits them too. */
export const MAX_CODES_PER_HOUR = 5;
const REFUSED_MS = MINUTE;

export interface TypedCode {
  /** As `XXXX-XXXX`. */
  text: string;
  validMs: number;
}

/** What the session knows of a code. */
export type CodeAnswer =
  | { state: 'shown'; code: string; validMs: number }
  | { state: 'refused' }
  | { state: 'ended' };

/**
 * The code that the phone of this number types in place of a scan. Null: repeat the call. Starts the pairing of a
 * disconnected or banned device. FieldErrors phone_number. ApiError already_connected, qr_not_supported,
 * device_not_found, pairing_code_refused, too_many_pairing_codes.
 */
export async function requestTypedCode(
  ctx: Context,
  account: Caller,
  deviceUuid: string,
  phoneNumber: string,
): Promise<{ device: DeviceRow; code: TypedCode | null }> {
  const device = await getPairable(ctx, account, deviceUuid);
  const phone = numberOf(phoneNumber, account.country_code);
  if (isMovingIn(device)) return { device, code: null };
  const known = await store.findTypedCode(ctx.db, { device_id: device.id });
  if (device.wanted === 'pair' && known?.phone_number === phone) {
    // A new ask would end the connection that waits for the passkey.
    if (known.state === 'asked' || device.reason === PASSKEY_REQUIRED) return { device, code: null };
    const validMs = (known.expires_at?.getTime() ?? 0) - ctx.now().getTime();
    if (validMs > 0 && known.state === 'refused') throw new ApiError('pairing_code_refused');
    if (validMs > 0 && known.code !== null)
      return { device, code: { text: grouped(open(ctx, device.id, known.code)), validMs } };
  }
  await ask(ctx, device, phone, known);
  return { device, code: null };
}

/** Of the ask at `askedAt`. */
export async function answerTypedCode(
  ctx: Context,
  deviceId: number,
  askedAt: Date,
  answer: CodeAnswer,
  fence?: Fence,
): Promise<void> {
  const isShown = answer.state === 'shown';
  const heldMs = isShown ? answer.validMs : REFUSED_MS;
  await store.answerTypedCode(ctx.db, {
    device_id: deviceId,
    asked_at: askedAt,
    state: answer.state,
    code: isShown ? ctx.box.seal(Buffer.from(answer.code), codeAad(deviceId)) : null,
    expires_at: answer.state === 'ended' ? null : new Date(ctx.now().getTime() + heldMs),
    ...fenceParams(fence),
  });
}

async function ask(
  ctx: Context,
  device: DeviceRow,
  phone: string,
  known: store.TypedCodeRow | undefined,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await startPairing(tx, ctx, device);
    const latest = await store.findTypedCode(tx, { device_id: device.id });
    // Another call has asked meanwhile.
    if (latest?.state === 'asked' && latest.asked_at.getTime() !== known?.asked_at.getTime()) return;
    const question = { device_id: device.id, phone_number: phone, at: ctx.now(), max: MAX_CODES_PER_HOUR };
    if (!(await store.askTypedCode(tx, question))) throw new ApiError('too_many_pairing_codes');
  });
  ctx.bus.publish('devices');
}

/** Digits in international form. FieldErrors. */
function numberOf(text: string, countryCode: string): string {
  const problem = problemOf(text, countryCode);
  if (problem !== null) throw new FieldErrors({ phone_number: [problem] });
  return internationalForm(digitsOf(text), countryCode);
}

function open(ctx: Context, deviceId: number, code: Buffer): string {
  return ctx.box.open(code, codeAad(deviceId)).toString();
}

/** As `XXXX-XXXX`. */
export const grouped = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;

export const codeAad = (deviceId: number) => `device_typed_codes|code|${deviceId}`;
