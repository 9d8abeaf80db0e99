import type { Context } from '../../context.ts';
import type { Account } from '../../platform/accounts/account.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { openChat } from './channels/channel.ts';
import { releaseRow } from './device.ts';
import { insertWidgetDevice } from './widget-device-store.ts';

/**
 * The live chat of a widget, with the public id of the widget: a device that the contract does not know. It is in no
 * list, counts against no limit, and is connected from the start. Publish `devices` after the commit. Returns its row
 * id.
 */
export async function createWidgetDevice(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { account, uuid, label }: { account: Pick<Account, 'id' | 'kind'>; uuid: string; label: string },
): Promise<number> {
  const row = { uuid, accountId: account.id, label, network: account.kind, at: now() };
  const device = await insertWidgetDevice(tx, row);
  await openChat(tx, device, uuid);
  return device.id;
}

/** Open messages end as after a release. Publish `devices` and `events` after the commit. */
export async function releaseWidgetDevice(tx: Tx, ctx: Context, deviceId: number): Promise<void> {
  await releaseRow(tx, ctx, deviceId);
}
