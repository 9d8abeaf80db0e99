import type { Context } from '../../../context.ts';
import { type Account, lockDeviceLimit, type Sight } from '../../../platform/accounts/account.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import type { CredentialVerdict, VerifyCredentials } from '../../engines/credentials.ts';
import type { Network } from '../../engines/engine.ts';
import { speakFor } from '../channels/channel.ts';
import { applyTrigger, getDevice, recordDevice } from '../device.ts';
import type { CreateOfficialDevice, RotateCredentials } from '../schema.ts';
import { credsAad } from '../sessions/session-aad.ts';
import type { DeviceRow } from '../store.ts';
import { countDevices, insertDevice } from '../store.ts';
import { sealAppSecret } from './app-secret.ts';
import { wholeSecond } from './business-account.ts';
import { noteStanding } from './standing.ts';
import * as store from './store.ts';

const UNREACHABLE = 'The provider could not be reached to verify the credentials. Try again shortly.';
const BANNED = 'The provider has banned this number. Add it after the ban is lifted.';

/**
 * Device limit, credentials, then number: only its owner may learn of another device. ApiError
 * device_limit_reached, invalid_official_credentials; FieldErrors.
 */
export async function createOfficialDevice(
  ctx: Context,
  account: Account,
  input: CreateOfficialDevice,
  verify: VerifyCredentials,
): Promise<DeviceRow> {
  const { official_phone_number_id: phoneNumberId, official_access_token: accessToken } = input;
  if ((await countDevices(ctx.db, account.id)) >= account.plan.max_devices) {
    throw new ApiError('device_limit_reached');
  }
  const verified = await verifyOrThrow(ctx, verify, account.kind, { phoneNumberId, accessToken });
  if (verified.isBanned) throw new ApiError('invalid_official_credentials', BANNED);

  const device = await insertOfficial(ctx, account, input, verified);
  if (!device) {
    // Taken number, or a concurrent request reached the limit.
    if (await store.isNumberInUse(ctx.db, account.kind, phoneNumberId)) throw numberInUse();
    throw new ApiError('device_limit_reached');
  }
  ctx.bus.publish('devices');
  ctx.bus.publish('events');
  return device;
}

/** ApiError device_not_found (also for a released device), not_official_cloud_device. */
export async function getOfficialDevice(
  ctx: Context,
  account: Sight,
  deviceUuid: string,
): Promise<DeviceRow> {
  const device = await getDevice(ctx, account, deviceUuid);
  if (device.released_at) throw new ApiError('device_not_found');
  if (device.engine !== 'official_cloud') throw new ApiError('not_official_cloud_device');
  return device;
}

/**
 * Reconnects, or bans the device. ApiError invalid_official_credentials keeps the old token;
 * device_not_found after a concurrent release.
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
  const verified = await verifyOrThrow(ctx, verify, device.network, { phoneNumberId, accessToken });

  await ctx.db.transaction(async (tx) => {
    // A release deletes credentials permanently.
    if (!(await store.lockUnreleased(tx, device.id))) throw new ApiError('device_not_found');
    await store.saveOfficial(tx, secretsOf(ctx, device.id, verified, appSecret));
    const changed = ['access_token', ...(appSecret === undefined ? [] : ['app_secret'])];
    await recordDevice(tx, ctx, 'device.credentials_changed', device, { changed });
  });
  const moved = verified.isBanned
    ? await applyTrigger(ctx, device.id, 'banned', { reason: 'banned' })
    : await applyTrigger(ctx, device.id, 'connected', { phoneNumber: verified.phoneNumber });
  // A later release deletes the new token too.
  if (!moved) throw new ApiError('device_not_found');
  ctx.bus.publish('devices');
  return moved;
}

type Verified = Extract<CredentialVerdict, { outcome: 'valid' }> & { acceptedAt: Date };

async function verifyOrThrow(
  ctx: Context,
  verify: VerifyCredentials,
  network: Network,
  credentials: { phoneNumberId: string; accessToken: string },
): Promise<Verified> {
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

function insertOfficial(
  ctx: Context,
  account: Account,
  input: CreateOfficialDevice,
  verified: Verified,
): Promise<DeviceRow | undefined> {
  const official = {
    official_phone_number_id: input.official_phone_number_id,
    phone_number: verified.phoneNumber,
    verified_name: verified.verifiedName,
  };
  return ctx.db.transaction(async (tx) => {
    const limit = await lockDeviceLimit(tx, account.id);
    const device = await insertDevice(
      tx,
      {
        label: input.label,
        engine: 'official_cloud',
        account_id: account.id,
        network: account.kind,
        at: ctx.now(),
        limit,
      },
      official,
    );
    if (device) {
      await speakFor(tx, device, verified.phoneNumber);
      await store.saveOfficial(tx, secretsOf(ctx, device.id, verified, input.official_app_secret));
      await noteStanding({ ...ctx, db: tx }, device.id, verified.standing);
      await recordDevice(tx, ctx, 'device.created', device, { engine: device.engine });
    }
    return device;
  });
}

function secretsOf(
  ctx: Context,
  deviceId: number,
  { creds, token, acceptedAt }: Verified,
  appSecret: string | undefined,
): store.OfficialSecrets {
  return {
    device_id: deviceId,
    creds: ctx.box.seal(creds, credsAad(deviceId)),
    app_secret: appSecret === undefined ? null : sealAppSecret(ctx, deviceId, appSecret),
    token_expires_at: token?.expiresAt ?? null,
    waba_id: token?.wabaId ?? null,
    accepted_at: acceptedAt,
  };
}

const numberInUse = () =>
  new FieldErrors({ official_phone_number_id: ['is already the number of another device'] });
