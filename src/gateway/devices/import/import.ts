import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { MovedSession } from '../../engines/economy/moving-in/read-session.ts';
import { UnusableSession } from '../../engines/economy/moving-in/unusable-session.ts';
import { MOVING_IN, recordDevice } from '../device.ts';
import { getPairable } from '../pairing/pairing.ts';
import { eraseSession, type SealedKey, writeCreds, writeKeys } from '../sessions/key-store.ts';
import { credsAad, keyAad } from '../sessions/session-aad.ts';
import { type DeviceRow, moveStatus } from '../store.ts';
import * as store from './store.ts';

const IN_ONE_STATEMENT = 1_000;

/**
 * Moves a linked session of another gateway into a device that was never connected; its process connects at once.
 * `phone` chooses one of several sessions. ApiError session_unusable, device_not_empty, number_in_use, and those of
 * `getPairable`: nothing is stored.
 */
export async function importSession(
  ctx: Context,
  account: Caller,
  deviceUuid: string,
  source: { path: string } | { file: Buffer },
  phone: string | null,
): Promise<DeviceRow> {
  const device = await getPairable(ctx, account, deviceUuid);
  if (device.status !== 'provisioned' && device.status !== 'qr_pending')
    throw new ApiError('device_not_empty');
  // Rare: its packages are not part of each process.
  const { readSession } = await import('../../engines/economy/moving-in/read-session.ts');
  const session = await readSession(source, phone).catch(refused);
  const moved = await ctx.db.transaction((tx) => putSession(tx, ctx, device, session));
  ctx.bus.publish('devices');
  ctx.bus.publish('events');
  return moved;
}

function refused(error: unknown): never {
  if (!(error instanceof UnusableSession)) throw error;
  throw new ApiError('session_unusable', error.message, { problem: error.problem });
}

async function putSession(
  tx: Tx,
  ctx: Context,
  device: DeviceRow,
  session: MovedSession,
): Promise<DeviceRow> {
  const { phone } = session;
  await store.lockNumber(tx, { phone });
  await store.freeLease(tx, { device_id: device.id });
  if (!(await store.lockEmptyDevice(tx, { device_id: device.id }))) throw new ApiError('device_not_empty');
  await endOtherUse(tx, ctx, device, session);
  await writeCreds(tx, [{ device_id: device.id, value: ctx.box.seal(session.creds, credsAad(device.id)) }]);
  for (let from = 0; from < session.keys.length; from += IN_ONE_STATEMENT)
    await writeKeys(
      tx,
      session.keys.slice(from, from + IN_ONE_STATEMENT).map((key) => sealed(ctx, device.id, key)),
    );
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
  device: DeviceRow,
  { phone, id }: MovedSession,
): Promise<void> {
  const { network, account_id } = device;
  const holders = await store.findHolders(tx, { device_id: device.id, phone, network });
  if (holders.some(({ wanted }) => wanted !== 'idle')) throw new ApiError('number_in_use');
  for (const holder of holders) {
    if (holder.creds === null || holder.account_id !== account_id) continue;
    const creds: { me?: { id?: unknown } } = JSON.parse(
      ctx.box.open(holder.creds, credsAad(holder.id)).toString(),
    );
    if (creds.me?.id === id) await eraseSession(tx, { device_id: holder.id });
  }
}

const sealed = (
  ctx: Context,
  device_id: number,
  { type, id, value }: MovedSession['keys'][number],
): SealedKey => ({
  ...{ device_id, type, id },
  value: ctx.box.seal(value, keyAad(device_id, type, id)),
});
