import { endDueFlows } from '../../../assistant/flows/run/hold.ts';
import type { Context } from '../../../context.ts';
import { dropBegun } from '../../../gateway/broadcasts/broadcast.ts';
import { listDevices } from '../../../gateway/devices/device.ts';
import { dropQueued } from '../../../gateway/messages/queue/queue.ts';
import { type Account, getAccount, listHeld, setStatus } from '../../../platform/accounts/account.ts';
import type { Activation } from '../../../platform/accounts/commands.ts';

/** What ended instead of going on. */
export interface Dropped {
  dropped_messages: number;
  dropped_broadcasts: number;
  dropped_flows: number;
}

/** Ends the messages that wait, the broadcasts that have begun, and the flows that are due. Repeatable. */
async function dropWork(ctx: Context, { id }: Pick<Account, 'id'>): Promise<Dropped> {
  const devices = await listDevices(ctx, { id, deviceIds: null });
  const dropped_broadcasts = await dropBegun(ctx, { id });
  const dropped_flows = await endDueFlows(ctx, { id });
  const ids = devices.map((device) => device.id);
  return { dropped_messages: await dropQueued(ctx, ids), dropped_broadcasts, dropped_flows };
}

/** Only of a suspended account something waits. Throws CommandError: unknown, or cancelled. */
export async function activate(
  ctx: Context,
  id: number,
  { dropsQueued }: Activation,
): Promise<{ account: Account } & Partial<Dropped>> {
  const { status } = await getAccount(ctx.db, id);
  const dropped = dropsQueued && status === 'suspended' ? await dropWork(ctx, { id }) : {};
  return { account: await setStatus(ctx, id, 'active'), ...dropped };
}

/** All accounts that a restore suspended, one after the other. Repeatable. */
export async function activateHeld(
  ctx: Context,
  options: Activation,
): Promise<{ activated: number } & Dropped> {
  const total = { activated: 0, dropped_messages: 0, dropped_broadcasts: 0, dropped_flows: 0 };
  for (const id of await listHeld(ctx.db)) {
    const dropped = await activate(ctx, id, options);
    total.dropped_messages += dropped.dropped_messages ?? 0;
    total.dropped_broadcasts += dropped.dropped_broadcasts ?? 0;
    total.dropped_flows += dropped.dropped_flows ?? 0;
    total.activated += 1;
  }
  return total;
}
