import type { Context } from '../../context.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { getDeviceOrChat } from '../devices/device.ts';
import { daysOf } from '../hours/days.ts';
import { openRates } from './rates/rates.ts';
import { type Costs, MAX_DAYS, type ReadCosts } from './schema.ts';
import { readCounts } from './store.ts';
import { sumsOf, viewGroups, viewSum } from './view.ts';

/** Of the devices that the caller sees. FieldErrors for the days; ApiError device_not_found. */
export async function readCosts(
  ctx: Context,
  account: Pick<Caller, 'id' | 'deviceIds'>,
  { group_by, device_uuid, ...given }: ReadCosts,
): Promise<Costs> {
  const { from, to, dates } = daysOf(given, ctx.now().toISOString().slice(0, 10), MAX_DAYS);
  const device = device_uuid === undefined ? null : await getDeviceOrChat(ctx, account, device_uuid);
  const deviceIds = device ? [device.id] : account.deviceIds;
  const counts = await readCounts(ctx.db, group_by, { accountId: account.id, deviceIds, from, to });
  const { total, groups } = sumsOf(counts, await openRates(ctx.db));
  return { from, to, total: viewSum(total), data: viewGroups(group_by, groups, dates) };
}
