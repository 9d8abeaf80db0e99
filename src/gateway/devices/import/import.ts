import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import {
  type MovedSession,
  type ReadSession,
  type SessionSource,
  UnusableSession,
} from '../../engines/moved-session.ts';
import { MOVING_IN, recordDevice } from '../device.ts';
import { deletePairingCode, getPairable } from '../pairing/pairing.ts';
import { dropSession, isSessionOf, putSession, takeFromProcess } from '../sessions/stored-session.ts';
import { type DeviceRow, moveStatus } from '../store.ts';
import * as store from './store.ts';

export interface ImportContext extends Context {
  readSession: ReadSession;
}

/**
 * Moves a linked session of another gateway into a device that was never connected; its process
 * connects at once. `phone` chooses one of several sessions. Nothing is stored with ApiError
 * session_unusable, device_not_empty, number_in_use, and those of `getPairable`.
 */
export async function importSession(
  ctx: ImportContext,
  account: Caller,
  deviceUuid: string,
  source: SessionSource,
  phone: string | null,
): Promise<DeviceRow> {
  const device = await getPairable(ctx, account, deviceUuid);
  const isNew = device.status === 'provisioned' || device.status === 'qr_pending';
  if (!isNew || device.paired_at) throw new ApiError('device_not_empty');
  const session = await ctx.readSession(source, phone).catch(refused);
  const moved = await ctx.db.transaction((tx) => moveIn(tx, ctx, device, session));
  ctx.bus.publish('devices');
  ctx.bus.publish('events');
  return moved;
}

function refused(error: unknown): never {
  if (!(error instanceof UnusableSession)) throw error;
  throw new ApiError('session_unusable', error.message, { problem: error.problem });
}

async function moveIn(tx: Tx, ctx: Context, device: DeviceRow, session: MovedSession): Promise<DeviceRow> {
  const { phone } = session;
  await store.lockNumber(tx, { phone });
  await takeFromProcess(tx, device.id);
  if (!(await store.lockEmptyDevice(tx, { device_id: device.id }))) throw new ApiError('device_not_empty');
  await endOtherUse(tx, ctx, device, session);
  await deletePairingCode(tx, device.id);
  await putSession(tx, ctx, device.id, session);
  const moved = await moveStatus(tx, {
    device_id: device.id,
    from: ['provisioned', 'qr_pending'],
    to: 'provisioned',
    reason: MOVING_IN,
    at: ctx.now(),
    set: { wanted: 'connected', phone_number: phone },
  });
  if (!moved) throw new ApiError('device_not_empty');
  await recordDevice(tx, ctx, 'device.session_imported', moved, { keys: session.keys.length });
  return moved;
}

/** The release of a device that had lost the same session would log out this one. */
async function endOtherUse(
  tx: Tx,
  ctx: Context,
  { id: device_id, network, account_id }: DeviceRow,
  { phone, id }: MovedSession,
): Promise<void> {
  const holders = await store.findHolders(tx, { device_id, phone, network });
  for (const { creds, ...holder } of holders) {
    const isSame = creds !== null && isSessionOf(ctx, holder.id, { creds, id });
    if (holder.wanted !== 'idle' || (isSame && holder.account_id !== account_id))
      throw new ApiError('number_in_use');
    if (isSame) await dropSession(tx, holder.id);
  }
}
