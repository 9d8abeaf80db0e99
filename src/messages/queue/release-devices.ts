import type { Context } from '../../context.ts';
import { listDevices, releaseDevice } from '../../devices/device.ts';
import { listUnresolved } from './settle-store.ts';

/**
 * Releases the devices of a cancelled account. A device whose possibly written messages wait for a status is
 * released later. True when none is left.
 */
export async function releaseDevices(ctx: Context, account: { id: number }): Promise<boolean> {
  const whole = { ...account, deviceIds: null };
  const devices = await listDevices(ctx, whole);
  if (devices.length === 0) return true;
  const unresolved = await listUnresolved(ctx.db);
  const settled = devices.filter(({ id }) => !unresolved.has(id));
  for (const { device_uuid } of settled) await releaseDevice(ctx, whole, device_uuid);
  return settled.length === devices.length;
}
