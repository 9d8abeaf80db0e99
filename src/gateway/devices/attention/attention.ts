import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import { TOKEN_WARNING_MS } from '../../engines/credentials.ts';
import { seesDevice } from '../device.ts';
import { DeviceItem } from '../schema.ts';
import type { DeviceRow } from '../store.ts';
import { viewDevice } from '../view.ts';
import * as store from './store.ts';

/** As in the list of devices. */
export const NumberInTrouble = DeviceItem;

type Reader = Pick<Context, 'db' | 'now'>;

/** Those that the caller sees, oldest first. */
export async function listNumbersInTrouble(
  ctx: Reader,
  account: Sight,
): Promise<z.infer<typeof DeviceItem>[]> {
  const devices = await listTroubledDevices(ctx, [account.id]);
  return devices.filter(({ id }) => seesDevice(account, id)).map((device) => viewDevice(device, ctx.now()));
}

/** Of these accounts. */
export function listTroubledDevices(ctx: Reader, accountIds: readonly number[]): Promise<DeviceRow[]> {
  return store.list(ctx.db, { account_ids: accountIds, token_ends_before: tokenEndsBefore(ctx) });
}

/** Of all accounts, by account. */
export async function countNumbersInTrouble(ctx: Reader): Promise<Map<number, number>> {
  const rows = await store.countByAccount(ctx.db, { token_ends_before: tokenEndsBefore(ctx) });
  return new Map(rows.map(({ account_id, count }) => [account_id, count]));
}

const tokenEndsBefore = ({ now }: Pick<Context, 'now'>) => new Date(now().getTime() + TOKEN_WARNING_MS);
