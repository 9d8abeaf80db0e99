import type { Account } from '../accounts/account.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../lib/errors.ts';
import type { CreateOfficialDevice } from './schema.ts';
import type { DeviceRow } from './store.ts';
import * as store from './store.ts';

/** Nobody can verify credentials as long as there is no official cloud engine. */
const NO_ENGINE = 'This installation has no official cloud engine to verify the credentials with.';

/**
 * Checks a slot of the plan, then the credentials at the provider. ApiError device_limit_reached, invalid_official_credentials: no device
 * is created then.
 */
export async function createOfficialDevice(
  ctx: Context,
  account: Account,
  _input: CreateOfficialDevice,
): Promise<DeviceRow> {
  if (!(await store.hasFreeSlot(ctx.db, account.id))) throw new ApiError('device_limit_reached');
  throw new ApiError('invalid_official_credentials', NO_ENGINE);
}

/** Verifies the token at the provider and keeps it; ApiError invalid_official_credentials keeps the old one. */
export async function rotateToken(_ctx: Context, _device: DeviceRow, _token: string): Promise<DeviceRow> {
  throw new ApiError('invalid_official_credentials', NO_ENGINE);
}
