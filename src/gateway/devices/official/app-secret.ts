import type { Context } from '../../../context.ts';
import type { DeviceRow } from '../store.ts';

export function sealAppSecret(ctx: Context, deviceId: number, secret: string): Buffer {
  return ctx.box.seal(Buffer.from(secret), appSecretAad(deviceId));
}

/** Null also for an unreadable secret, because other signatures still count. */
export function openAppSecret(ctx: Context, row: DeviceRow): string | null {
  try {
    return row.official_app_secret && ctx.box.open(row.official_app_secret, appSecretAad(row.id)).toString();
  } catch (error) {
    ctx.log.error({ err: error, deviceUuid: row.device_uuid }, 'official.secret_unreadable');
    return null;
  }
}

export const appSecretAad = (deviceId: number) => `devices|official_app_secret|${deviceId}`;
