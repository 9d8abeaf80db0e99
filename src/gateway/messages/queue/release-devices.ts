import type { Context } from '../../../context.ts';
import { listDevicesAndChats, release } from '../../devices/device.ts';
import { listUnresolved } from './settle-store.ts';

/** For a cancelled account. Devices with awaited statuses are released later. True when none is left. */
export async function releaseDevices(ctx: Context, account: { id: number }): Promise<boolean> {
  const whole = { ...account, deviceIds: null };
  const devices = await listDevicesAndChats(ctx, whole);
  if (devices.length === 0) return true;
  const unresolved = await listUnresolved(ctx.db);
  const settled = devices.filter(({ id }) => !unresolved.has(id));
  for (const device of settled) await release(ctx, device);
  return settled.length === devices.length;
}
