import type { Context } from '../../../context.ts';
import { KURIR } from '../../../platform/lib/command-name.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { TOKEN_WARNING_MS } from '../../engines/credentials.ts';
import type { Network } from '../../engines/engine.ts';
import * as store from './store.ts';

export type { DeviceState, ListedDevice, NodeRow, SandboxDevice } from './store.ts';

/** Statuses without devices are missing. */
export type DeviceCounts = Partial<Record<store.ListedDevice['status'], number>>;

const NOT_ON_SANDBOX = `The sandbox has no such device. List the devices: ${KURIR} device list`;

/** Of every account, without released devices. */
export function listAllDevices(ctx: Pick<Context, 'db'>): Promise<store.ListedDevice[]> {
  return store.listAllDevices(ctx.db, {});
}

/** Without released devices and live chats. Accounts without devices are missing. */
export async function countDevices(
  ctx: Pick<Context, 'db'>,
  accountIds: readonly number[],
): Promise<Map<number, DeviceCounts>> {
  const counts = new Map<number, DeviceCounts>();
  for (const { account_id, status, count } of await store.countDevices(ctx.db, { accountIds })) {
    counts.set(account_id, { ...counts.get(account_id), [status]: count });
  }
  return counts;
}

/** Without released devices and live chats. */
export async function countDevicesOf(ctx: Pick<Context, 'db'>, { id }: { id: number }): Promise<number> {
  const byStatus = (await countDevices(ctx, [id])).get(id) ?? {};
  return Object.values(byStatus).reduce((sum, count) => sum + count, 0);
}

/** Without released devices and live chats. */
export async function countAllDevices(ctx: Pick<Context, 'db'>): Promise<DeviceCounts> {
  const rows = await store.countAllDevices(ctx.db, {});
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** By engine, status and reason. */
export function countStates({ db, now }: Pick<Context, 'db' | 'now'>): Promise<store.DeviceState[]> {
  return store.countStates(db, { token_ends_before: new Date(now().getTime() + TOKEN_WARNING_MS) });
}

/** On all machines. */
export function listNodes(ctx: Pick<Context, 'db'>): Promise<store.NodeRow[]> {
  return store.listNodes(ctx.db, {});
}

/** Whether the network needs a sessions child. */
export function isNetworkWanted(ctx: Context, network: Network): Promise<boolean> {
  return store.isNetworkWanted(ctx.db, network);
}

/** Of any account. ApiError device_not_found, also for live devices. */
export async function getSandboxDevice(ctx: Context, deviceUuid: string): Promise<store.SandboxDevice> {
  const device = isUuid(deviceUuid)
    ? await store.findSandboxDevice(ctx.db, { device_uuid: deviceUuid })
    : undefined;
  if (!device) throw new ApiError('device_not_found', NOT_ON_SANDBOX);
  return device;
}

/** By digits. ApiError device_not_found. */
export async function getSandboxNumber(ctx: Context, number: string): Promise<store.SandboxDevice> {
  const devices = await store.listAllDevices(ctx.db, {});
  const speaking = devices.filter(
    ({ network, phone_number }) => network === 'sandbox' && phone_number === number,
  );
  const device = speaking.find(({ status }) => status === 'connected') ?? speaking.at(-1);
  return getSandboxDevice(ctx, device?.device_uuid ?? '');
}

/** Present or past sandbox numbers of other accounts. */
export function findSandboxNumbersElsewhere(
  { db }: Pick<Context, 'db'>,
  account: { id: number },
  numbers: readonly string[],
): Promise<string[]> {
  return store.findNumbersElsewhere(db, account.id, numbers);
}

/** To `days` ago. ApiError device_not_found, device_not_paired. */
export async function agePairing(
  ctx: Context,
  deviceUuid: string,
  days: number,
): Promise<store.SandboxDevice> {
  const device = await getSandboxDevice(ctx, deviceUuid);
  if (device.paired_at === null) throw new ApiError('device_not_paired');
  await store.agePairing(ctx.db, { device_id: device.id, days });
  return device;
}
