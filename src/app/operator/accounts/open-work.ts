import type { Context } from '../../../context.ts';
import { countUnfinished } from '../../../gateway/broadcasts/broadcast.ts';
import { listDevices } from '../../../gateway/devices/device.ts';
import { countQueued } from '../../../gateway/messages/queue/queue.ts';
import type { Account } from '../../../platform/accounts/account.ts';

/** What a suspension stops and a cancellation ends. */
export type OpenWork = Record<'devices' | 'queued_messages' | 'unfinished_broadcasts', number>;

/** Messages of broadcasts belong to their broadcast. */
export async function countOpenWork(ctx: Context, account: Account): Promise<OpenWork> {
  const devices = await listDevices(ctx, { ...account, deviceIds: null });
  const ids = devices.map(({ id }) => id);
  return {
    devices: devices.length,
    queued_messages: await countQueued(ctx.db, ids),
    unfinished_broadcasts: await countUnfinished(ctx, account),
  };
}
