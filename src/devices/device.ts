import type { Account } from '../accounts/account.ts';
import type { Context } from '../context.ts';
import { ENGINE_KINDS } from '../engines/kinds.ts';
import { SECOND } from '../lib/clock.ts';
import { ApiError } from '../lib/errors.ts';
import { isUuid } from '../lib/text.ts';
import { pairingPlace, qrPicture } from './pairing.ts';
import { type CreateEconomyDevice, DEVICE_STATUSES, type DeviceStatus } from './schema.ts';
import type { DeviceRow, Fence, Wanted } from './store.ts';
import * as store from './store.ts';

/** Each trigger: the statuses it may leave, the one it enters, and what the sessions side has to do from then on. */
const TRANSITIONS = {
  qr_issued: { from: ['provisioned', 'disconnected', 'banned', 'qr_pending'], to: 'qr_pending' },
  pairing_ended: { from: ['qr_pending', 'provisioned'], to: 'provisioned', wanted: 'idle' },
  connected: { from: DEVICE_STATUSES, to: 'connected', wanted: 'connected' },
  reinstated: { from: ['banned'], to: 'connected', wanted: 'connected' },
  connection_lost: { from: ['connected'], to: 'disconnected' },
  logged_out: { from: ['connected', 'disconnected', 'qr_pending'], to: 'disconnected', wanted: 'idle' },
  banned: {
    from: ['provisioned', 'qr_pending', 'connected', 'disconnected', 'banned'],
    to: 'banned',
    wanted: 'idle',
  },
} as const satisfies Record<string, { from: readonly DeviceStatus[]; to: DeviceStatus; wanted?: Wanted }>;

export type DeviceTrigger = keyof typeof TRANSITIONS;

/** A code with less time left is not shown: whoever gets it would scan too late. */
const LEAST_QR_TIME_MS = 10 * SECOND;

/** Creates a device that pairs by QR; ApiError device_limit_reached when the plan has no slot left. */
export async function createDevice(
  ctx: Context,
  account: Account,
  input: CreateEconomyDevice,
): Promise<DeviceRow> {
  const device = await ctx.db.transaction().execute(async (tx) => {
    const limit = await store.lockDeviceLimit(tx, account.id);
    return store.insertDevice(tx, {
      label: input.label,
      engine: 'economy',
      account_id: account.id,
      network: account.kind,
      at: ctx.now(),
      limit,
    });
  });
  if (!device) throw new ApiError('device_limit_reached');
  ctx.bus.publish('events');
  return device;
}

/** The devices of the account that are not released, oldest first. */
export function listDevices(ctx: Context, account: Account): Promise<DeviceRow[]> {
  return store.listDevices(ctx.db, account.id);
}

/** The device of this account, released ones included; ApiError device_not_found. */
export async function getDevice(ctx: Context, account: Account, deviceUuid: string): Promise<DeviceRow> {
  const device = isUuid(deviceUuid) ? await store.findDevice(ctx.db, account.id, deviceUuid) : undefined;
  if (!device) throw new ApiError('device_not_found');
  return device;
}

/**
 * Releases the device: it frees its slot and ends as `disconnected` at once; the logout at the provider is retried until it is done.
 * Repeating it changes nothing. Its messages stay readable.
 */
export async function releaseDevice(ctx: Context, account: Account, deviceUuid: string): Promise<DeviceRow> {
  const device = await getDevice(ctx, account, deviceUuid);
  const released = await store.moveStatus(ctx.db, {
    device_id: device.id,
    from: DEVICE_STATUSES,
    to: 'disconnected',
    reason: 'released',
    at: ctx.now(),
    set: { wanted: 'released', released: true },
  });
  // Released already, perhaps a moment ago: the row that was read first may not say so.
  if (!released) return getDevice(ctx, account, deviceUuid);
  ctx.bus.publish('devices');
  ctx.bus.publish('events');
  return released;
}

/**
 * The pairing code as a picture, or null while none is ready: then pairing has been asked for and the caller polls again. Starts pairing
 * anew for a disconnected or banned device. ApiError already_connected, qr_not_supported, device_not_found (also for a released device).
 */
export async function requestQr(
  ctx: Context,
  account: Account,
  deviceUuid: string,
): Promise<{ device: DeviceRow; qr: string | null }> {
  const device = await getDevice(ctx, account, deviceUuid);
  if (device.released_at) throw new ApiError('device_not_found');
  if (device.status === 'connected') throw new ApiError('already_connected');
  if (!ENGINE_KINDS[device.engine].pairsByQr) throw new ApiError('qr_not_supported');

  if (await store.requestPairing(ctx.db, device.id)) ctx.bus.publish('devices');
  const code = device.wanted === 'pair' ? await currentPairingCode(ctx, device.id, LEAST_QR_TIME_MS) : null;
  return { device, qr: code === null ? null : await qrPicture(code) };
}

/** The device whose credentials may be changed; ApiError device_not_found (also for a released one), not_official_cloud_device. */
export async function getOfficialDevice(
  ctx: Context,
  account: Account,
  deviceUuid: string,
): Promise<DeviceRow> {
  const device = await getDevice(ctx, account, deviceUuid);
  if (device.released_at) throw new ApiError('device_not_found');
  if (device.engine !== 'official_cloud') throw new ApiError('not_official_cloud_device');
  return device;
}

/** The text inside the QR that is shown now, with at least `leastMs` left; null when there is none. */
export async function currentPairingCode(
  ctx: Context,
  deviceId: number,
  leastMs = 0,
): Promise<string | null> {
  const pairing = await store.findPairing(ctx.db, deviceId);
  if (!pairing || pairing.expires_at.getTime() - ctx.now().getTime() < leastMs) return null;
  return ctx.box.open(pairing.qr, pairingPlace(deviceId)).toString();
}

/**
 * Moves the device and announces it in one transaction; undefined when the trigger does not apply, when none of `whileWanted` is wanted,
 * or when the fence is not ours any more.
 */
export async function applyTrigger(
  ctx: Context,
  deviceId: number,
  trigger: DeviceTrigger,
  facts: { reason?: string; phoneNumber?: string; whileWanted?: readonly Wanted[]; fence?: Fence } = {},
): Promise<DeviceRow | undefined> {
  const transition: { from: readonly DeviceStatus[]; to: DeviceStatus; wanted?: Wanted } =
    TRANSITIONS[trigger];
  const device = await store.moveStatus(ctx.db, {
    device_id: deviceId,
    from: transition.from,
    to: transition.to,
    reason: facts.reason ?? null,
    at: ctx.now(),
    set: {
      ...(transition.wanted && { wanted: transition.wanted }),
      ...(facts.phoneNumber !== undefined && { phone_number: facts.phoneNumber }),
    },
    ...(facts.whileWanted && { whileWanted: facts.whileWanted }),
    ...(facts.fence && { fence: facts.fence }),
  });
  if (device) ctx.bus.publish('events');
  return device;
}

/**
 * After the only gateway on this database has died: its sessions own nothing any more, and a QR that it showed leads nowhere. A pairing
 * that had got as far as credentials is left to be finished.
 */
export async function recoverDevices(ctx: Context): Promise<void> {
  for (const id of await store.findInterruptedPairings(ctx.db)) {
    await applyTrigger(ctx, id, 'pairing_ended', { reason: 'restarted' });
  }
}
