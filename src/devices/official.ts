import type { Account } from '../accounts/account.ts';
import type { Context } from '../context.ts';
import type { AccountChange } from '../engines/callbacks.ts';
import type { VerifyCredentials } from '../engines/credentials.ts';
import type { Network, Restriction } from '../engines/engine.ts';
import { SECOND } from '../lib/clock.ts';
import { ApiError, FieldErrors } from '../lib/errors.ts';
import { applyTrigger } from './device.ts';
import { releaseRestriction, restrictDevice } from './restrictions/restriction.ts';
import type { CreateOfficialDevice, RotateCredentials } from './schema.ts';
import { credsPlace } from './sessions/session-writer.ts';
import type { DeviceRow } from './store.ts';
import * as store from './store.ts';

const UNREACHABLE = 'The provider could not be reached to verify the credentials. Try again shortly.';
const BANNED = 'The provider has banned this number. Add it after the ban is lifted.';

/**
 * Creates a device that is connected from the start. Checks a slot of the plan, then that no device has the number, then the credentials at
 * the provider. ApiError device_limit_reached, invalid_official_credentials; FieldErrors. No device is created then.
 */
export async function createOfficialDevice(
  ctx: Context,
  account: Account,
  input: CreateOfficialDevice,
  verify: VerifyCredentials,
): Promise<DeviceRow> {
  const { official_phone_number_id: phoneNumberId, official_access_token: accessToken } = input;
  if (!(await store.hasFreeSlot(ctx.db, account.id))) throw new ApiError('device_limit_reached');
  if (await store.findByOfficialNumber(ctx.db, account.kind, phoneNumberId)) throw numberInUse();
  const found = await accepted(ctx, verify, account.kind, { phoneNumberId, accessToken });
  if (found.isBanned) throw new ApiError('invalid_official_credentials', BANNED);
  const { phoneNumber, verifiedName } = found;

  const device = await ctx.db.transaction().execute(async (tx) => {
    const limit = await store.lockDeviceLimit(tx, account.id);
    const inserted = await store.insertDevice(tx, {
      label: input.label,
      engine: 'official_cloud',
      account_id: account.id,
      network: account.kind,
      at: ctx.now(),
      limit,
      official: { phone_number_id: phoneNumberId, phone_number: phoneNumber, verified_name: verifiedName },
    });
    if (!inserted) return undefined;
    await store.saveOfficial(tx, inserted.id, {
      ...sealed(ctx, inserted.id, found.creds, input.official_app_secret),
      ...toldOf(found),
    });
    return inserted;
  });
  if (!device) {
    // Somebody was faster, with the number or with the last slot.
    if (await store.findByOfficialNumber(ctx.db, account.kind, phoneNumberId)) throw numberInUse();
    throw new ApiError('device_limit_reached');
  }
  ctx.bus.publish('devices');
  ctx.bus.publish('events');
  return device;
}

/**
 * Exchanges the access token once the provider has accepted it, which brings a disconnected device back, or makes it banned as its number is.
 * ApiError invalid_official_credentials keeps the old one; device_not_found when the device was released meanwhile.
 */
export async function rotateCredentials(
  ctx: Context,
  device: DeviceRow,
  input: RotateCredentials,
  verify: VerifyCredentials,
): Promise<DeviceRow> {
  const { official_access_token: accessToken, official_app_secret: appSecret } = input;
  const phoneNumberId = device.official_phone_number_id;
  if (phoneNumberId === null) throw new ApiError('invalid_official_credentials');
  const found = await accepted(ctx, verify, device.network, { phoneNumberId, accessToken });
  const { phoneNumber, creds } = found;

  const official = { ...sealed(ctx, device.id, creds, appSecret), ...toldOf(found) };
  await ctx.db.transaction().execute(async (tx) => {
    // Released while the provider was asked: what it logged in with is gone, and nothing may come in its place.
    if (!(await store.lockUnreleased(tx, device.id))) throw new ApiError('device_not_found');
    await store.saveOfficial(tx, device.id, official);
  });
  const moved = found.isBanned
    ? await applyTrigger(ctx, device.id, 'banned', { reason: 'banned' })
    : await applyTrigger(ctx, device.id, 'connected', { phoneNumber });
  // Released in this very moment, which takes the new token along.
  if (!moved) throw new ApiError('device_not_found');
  ctx.bus.publish('devices');
  return moved;
}

/** A device as the provider's callbacks name it. */
export interface OfficialDevice {
  id: number;
  device_uuid: string;
  account_id: number;
  network: Network;
  phone_number_id: string;
  /** Digits only. */
  phone_number: string;
  /** The business account of the number, once it is known. */
  waba_id: string | null;
  /** Of the customer's own app; null when it has none. */
  appSecret: string | null;
}

/**
 * The devices with these numbers, or of these business accounts, in every account and network: whose they are is for signatures to say.
 */
export async function findOfficialDevices(
  ctx: Context,
  phoneNumberIds: readonly string[],
  wabaIds: readonly string[],
): Promise<OfficialDevice[]> {
  if (phoneNumberIds.length + wabaIds.length === 0) return [];
  const rows = await store.listByOfficialNumbers(ctx.db, phoneNumberIds, wabaIds);
  return rows.map((row) => ({
    id: row.id,
    device_uuid: row.device_uuid,
    account_id: row.account_id,
    network: row.network,
    phone_number_id: row.official_phone_number_id ?? '',
    phone_number: row.phone_number ?? '',
    waba_id: row.official_waba_id,
    appSecret: appSecretOf(ctx, row),
  }));
}

/** One that cannot be opened signs nothing: it must not keep what others sign from their devices. */
function appSecretOf(ctx: Context, row: DeviceRow): string | null {
  try {
    return (
      row.official_app_secret && ctx.box.open(row.official_app_secret, appSecretPlace(row.id)).toString()
    );
  } catch (error) {
    ctx.log.error({ err: error, deviceUuid: row.device_uuid }, 'official.secret_unreadable');
    return null;
  }
}

/** Notes which business account the number of the device belongs to. */
export async function learnOfficialAccount(ctx: Context, deviceId: number, wabaId: string): Promise<void> {
  await store.setOfficialAccount(ctx.db, deviceId, wabaId);
}

/**
 * Brings a device to where its business account was at a time; a device that is there already, or was let go, or of which something later is
 * known, stays as it is: the provider repeats for days what it could not tell at once. Times count by whole seconds, as the provider has them.
 */
export async function followOfficialAccount(
  ctx: Context,
  deviceId: number,
  { change, at }: { change: AccountChange; at: Date },
): Promise<void> {
  // A clock that is ahead of ours outdates nothing that comes after.
  const toldAt = wholeSecond(at < ctx.now() ? at : ctx.now());
  await ctx.db.transaction().execute(async (tx) => {
    const inTransaction = { ...ctx, db: tx };
    if (change.change === 'restricted')
      await restrictSince(inTransaction, deviceId, { ...change, at: toldAt });
    else if (await store.noteAccountWord(tx, deviceId, toldAt)) await follow(inTransaction, deviceId, change);
  });
  ctx.bus.publish('devices');
  ctx.bus.publish('events');
}

/** A restriction comes and goes beside the bans: it is outdated by them, and outdates none. */
async function restrictSince(
  ctx: Context,
  deviceId: number,
  told: { reason: Restriction; until: Date | null; at: Date },
): Promise<void> {
  const [device] = await store.findById(ctx.db, deviceId);
  const outdatedAt = device?.official_account_told_at;
  if (outdatedAt && outdatedAt > told.at) return;
  await restrictDevice(ctx, deviceId, told);
}

async function follow(
  ctx: Context,
  deviceId: number,
  { change }: Exclude<AccountChange, { change: 'restricted' }>,
): Promise<void> {
  switch (change) {
    case 'disabled':
      await applyTrigger(ctx, deviceId, 'banned', { reason: 'account_disabled' });
      break;
    case 'removed':
      await applyTrigger(ctx, deviceId, 'logged_out', { reason: 'account_removed' });
      break;
    case 'reinstated':
      await releaseRestriction(ctx, deviceId, ['account', 'violation']);
      await applyTrigger(ctx, deviceId, 'reinstated');
      break;
    default:
      change satisfies never;
  }
}

const wholeSecond = (at: Date) => new Date(Math.floor(at.getTime() / SECOND) * SECOND);

/** Notes that the provider has held back a message of the device, as a callback tells. */
export async function holdOfficialDevice(
  ctx: Context,
  deviceId: number,
  told: { reason: Restriction; at: Date },
): Promise<void> {
  await restrictDevice(ctx, deviceId, { ...told, until: null });
}

/** Where a sealed app secret belongs, authenticated by the secret box. */
function appSecretPlace(deviceId: number): string {
  return `devices|official_app_secret|${deviceId}`;
}

async function accepted(
  ctx: Context,
  verify: VerifyCredentials,
  network: Network,
  credentials: { phoneNumberId: string; accessToken: string },
) {
  const acceptedAt = wholeSecond(ctx.now());
  const verdict = await verify(network, credentials);
  switch (verdict.outcome) {
    case 'valid':
      return { ...verdict, acceptedAt };
    case 'invalid':
      throw new ApiError(
        'invalid_official_credentials',
        `The provider did not accept the credentials: ${verdict.reason.replaceAll(credentials.accessToken, '...')}`,
      );
    case 'unreachable':
      throw new ApiError('invalid_official_credentials', UNREACHABLE);
    default:
      return verdict satisfies never;
  }
}

/** What a token tells of itself, as far as it does, and when. */
const toldOf = ({ token, acceptedAt }: Awaited<ReturnType<typeof accepted>>) => ({
  acceptedAt,
  tokenExpiresAt: token?.expiresAt ?? null,
  wabaId: token?.wabaId ?? null,
});

function sealed(ctx: Context, deviceId: number, creds: Uint8Array, appSecret: string | undefined) {
  return {
    creds: ctx.box.seal(creds, credsPlace(deviceId)),
    appSecret:
      appSecret === undefined ? undefined : ctx.box.seal(Buffer.from(appSecret), appSecretPlace(deviceId)),
  };
}

const numberInUse = () =>
  new FieldErrors({ official_phone_number_id: ['is already the number of another device'] });
