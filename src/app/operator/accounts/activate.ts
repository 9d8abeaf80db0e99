import { endDueFlows } from '../../../assistant/flows/run/hold.ts';
import type { Context } from '../../../context.ts';
import { dropBegun } from '../../../gateway/broadcasts/broadcast.ts';
import { listDevices } from '../../../gateway/devices/device.ts';
import { dropQueued } from '../../../gateway/messages/queue/queue.ts';
import { type Account, listHeld, setStatus } from '../../../platform/accounts/account.ts';

/** What ended instead of going on. */
export interface Dropped {
  dropped_messages: number;
  dropped_broadcasts: number;
  dropped_flows: number;
}

/** Ends the messages that wait, the broadcasts that have begun, and the flows that are due. Repeatable. */
export async function dropWork(ctx: Context, { id }: Pick<Account, 'id'>): Promise<Dropped> {
  const devices = await listDevices(ctx, { id, deviceIds: null });
  const dropped_broadcasts = await dropBegun(ctx, { id });
  const dropped_flows = await endDueFlows(ctx, { id });
  const ids = devices.map((device) => device.id);
  return { dropped_messages: await dropQueued(ctx, ids), dropped_broadcasts, dropped_flows };
}

/** All accounts that a restore suspended, one after the other. Repeatable. */
export async function activateHeld(
  ctx: Context,
  { dropsQueued }: { dropsQueued: boolean },
): Promise<{ activated: number } & Dropped> {
  const total = { activated: 0, dropped_messages: 0, dropped_broadcasts: 0, dropped_flows: 0 };
  for (const id of await listHeld(ctx.db)) {
    if (dropsQueued) {
      const dropped = await dropWork(ctx, { id });
      total.dropped_messages += dropped.dropped_messages;
      total.dropped_broadcasts += dropped.dropped_broadcasts;
      total.dropped_flows += dropped.dropped_flows;
    }
    await setStatus(ctx, id, 'active');
    total.activated += 1;
  }
  return total;
}
