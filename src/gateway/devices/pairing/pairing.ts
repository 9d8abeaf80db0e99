import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { drawQrPng, qrModules } from '../../../platform/lib/qr/qr.ts';
import { ENGINE_KINDS } from '../../engines/kinds.ts';
import { applyTrigger, getDevice, isMovingIn, recordDevice } from '../device.ts';
import { type DeviceRow, type Fence, fenceParams } from '../store.ts';
import * as store from './store.ts';

/** Shorter codes would be scanned too late. */
const LEAST_QR_TIME_MS = 10 * SECOND;
/** Pixels for a scan from a screen. */
const PICTURE_SIZE = 512;

export interface PairingCode {
  text: string;
  validMs: number;
}

/**
 * Null: poll again. Starts the pairing of a disconnected or banned device. ApiError
 * already_connected, qr_not_supported, device_not_found (also for a released device).
 */
export async function requestCode(
  ctx: Context,
  account: Caller,
  deviceUuid: string,
): Promise<{ device: DeviceRow; code: PairingCode | null }> {
  const device = await getPairable(ctx, account, deviceUuid);
  if (device.wanted === 'pair') return { device, code: await findCode(ctx, device.id, LEAST_QR_TIME_MS) };
  // A QR would end the import.
  if (isMovingIn(device)) return { device, code: null };
  if (await ctx.db.transaction((tx) => startPairing(tx, ctx, device))) ctx.bus.publish('devices');
  return { device, code: null };
}

/** ApiError already_connected, qr_not_supported, device_not_found (also for a released device). */
export async function getPairable(ctx: Context, account: Caller, deviceUuid: string): Promise<DeviceRow> {
  const device = await getDevice(ctx, account, deviceUuid);
  if (device.released_at) throw new ApiError('device_not_found');
  if (device.status === 'connected') throw new ApiError('already_connected');
  if (!ENGINE_KINDS[device.engine].pairsByQr) throw new ApiError('qr_not_supported');
  return device;
}

/** With the QR as data URL. */
export async function requestQr(
  ctx: Context,
  account: Caller,
  deviceUuid: string,
): Promise<{ device: DeviceRow; qr: string | null; validMs: number }> {
  const { device, code } = await requestCode(ctx, account, deviceUuid);
  if (code === null) return { device, qr: null, validMs: 0 };
  const picture = await pictureOf(code.text);
  return { device, qr: `data:image/png;base64,${picture.toString('base64')}`, validMs: code.validMs };
}

/** Locks the device. False: it pairs already. The caller publishes `devices`. */
export async function startPairing(tx: Tx, ctx: Context, device: DeviceRow): Promise<boolean> {
  if (!(await store.requestPairing(tx, device.id))) return false;
  await recordDevice(tx, ctx, 'device.pairing_started', device);
  return true;
}

/** Null without a valid QR. */
export async function currentPairingCode(ctx: Context, deviceId: number): Promise<string | null> {
  return (await findCode(ctx, deviceId, 0))?.text ?? null;
}

/** Null without a QR valid for `leastMs`. */
async function findCode(ctx: Context, deviceId: number, leastMs: number): Promise<PairingCode | null> {
  const code = await store.findPairingCode(ctx.db, { device_id: deviceId });
  const validMs = code ? code.expires_at.getTime() - ctx.now().getTime() : 0;
  if (!code || validMs < leastMs) return null;
  return { text: ctx.box.open(code.qr, pairingAad(deviceId)).toString(), validMs };
}

export async function putPairingCode(
  ctx: Context,
  deviceId: number,
  { code, validMs }: { code: string; validMs: number },
  fence?: Fence,
): Promise<void> {
  await store.putPairingCode(ctx.db, {
    device_id: deviceId,
    qr: ctx.box.seal(Buffer.from(code), pairingAad(deviceId)),
    expires_at: new Date(ctx.now().getTime() + validMs),
    ...fenceParams(fence),
  });
}

/** Why there is no QR. The status stays: no event. */
export function explainPairing(ctx: Context, deviceId: number, reason: string, fence: Fence): Promise<void> {
  return store.explainPairing(ctx.db, deviceId, reason, fence);
}

/** Ends a code to type and a demanded passkey, too. */
export function deletePairingCode(db: Db, deviceId: number, fence?: Fence): Promise<void> {
  return store.deletePairingCode(db, deviceId, fence);
}

/** Of a dead gateway. The next session finishes those with credentials. */
export async function endInterruptedPairings(ctx: Context): Promise<void> {
  for (const id of await store.findInterruptedPairings(ctx.db)) {
    await applyTrigger(ctx, id, 'pairing_ended', { reason: 'restarted' });
  }
}

export function pairingAad(deviceId: number): string {
  return `device_pairings|qr|${deviceId}`;
}

/** As PNG. */
export function pictureOf(code: string): Promise<Buffer> {
  return drawQrPng(qrModules(code, 'L'), PICTURE_SIZE);
}
