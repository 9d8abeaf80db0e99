import type { Caller } from '../accounts/account.ts';
import type { Context } from '../context.ts';
import { daysOf } from '../hours/local-days.ts';
import { type Costs, MAX_DAYS, type ReadCosts } from './schema.ts';
import { readCounts } from './store.ts';
import { sumsOf, viewGroups } from './view.ts';

/** Of the devices that the caller sees. FieldErrors for the days. */
export async function readCosts(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id: accountId, deviceIds }: Pick<Caller, 'id' | 'deviceIds'>,
  { group_by, ...given }: ReadCosts,
): Promise<Costs> {
  const { from, to, dates } = daysOf(given, now().toISOString().slice(0, 10), MAX_DAYS);
  const { total, groups } = sumsOf(await readCounts(db, group_by, { accountId, deviceIds, from, to }));
  return { from, to, total, data: viewGroups(group_by, groups, dates) };
}
