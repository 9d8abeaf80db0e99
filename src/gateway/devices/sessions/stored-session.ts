import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import type { MovedSession } from '../../engines/moved-session.ts';
import { eraseSession, type SealedKey, writeCreds, writeKeys } from './key-store.ts';
import { freeLease } from './lease-store.ts';
import { credsAad, keyAad } from './session-aad.ts';

const IN_ONE_STATEMENT = 1_000;

/** The process that has the device can write nothing more of it. */
export async function takeFromProcess(tx: Tx, deviceId: number): Promise<void> {
  await freeLease(tx, { device_id: deviceId });
}

/** For a device without a session, after `takeFromProcess`. */
export async function putSession(
  tx: Tx,
  ctx: Pick<Context, 'box'>,
  deviceId: number,
  { creds, keys }: MovedSession,
): Promise<void> {
  await writeCreds(tx, [{ device_id: deviceId, value: ctx.box.seal(creds, credsAad(deviceId)) }]);
  for (let from = 0; from < keys.length; from += IN_ONE_STATEMENT) {
    const sealed = keys.slice(from, from + IN_ONE_STATEMENT).map(
      ({ type, id, value }): SealedKey => ({
        device_id: deviceId,
        type,
        id,
        value: ctx.box.seal(value, keyAad(deviceId, type, id)),
      }),
    );
    await writeKeys(tx, sealed);
  }
}

export async function dropSession(tx: Tx, deviceId: number): Promise<void> {
  await eraseSession(tx, { device_id: deviceId });
}

/** Whether the stored credentials are those of the linked device `id`. */
export function isSessionOf(
  ctx: Pick<Context, 'box'>,
  deviceId: number,
  { creds, id }: { creds: Buffer; id: string },
): boolean {
  const { me }: { me?: { id?: unknown } } = JSON.parse(ctx.box.open(creds, credsAad(deviceId)).toString());
  return me?.id === id;
}
