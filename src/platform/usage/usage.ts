import type { Context } from '../../context.ts';
import type { Account } from '../accounts/account.ts';
import type { Db, Tx } from '../lib/db/db.ts';
import { periodOf } from './quota.ts';
import type { Usage } from './schema.ts';
import * as store from './store.ts';

export function ensureUsageMonths(db: Db, accountIds: readonly number[], period: string): Promise<void> {
  return store.ensureMonths(db, accountIds, period);
}

/** Returns the number taken. Locks the month of `at`. */
export async function takeUnits(tx: Tx, accountId: number, at: Date, wanted: number): Promise<number> {
  const period = periodOf(at);
  const granted = await store.takeUnits(tx, accountId, period, wanted);
  if (granted !== null) return granted;
  await store.ensureMonths(tx, [accountId], period);
  return (await store.takeUnits(tx, accountId, period, wanted)) ?? 0;
}

/** Active accounts that have used 90 % of their quota of this month, and those that have used all. */
export function countNearQuota({
  db,
  now,
}: Pick<Context, 'db' | 'now'>): Promise<{ near: number; full: number }> {
  return store.countNearQuota(db, { period: periodOf(now()) });
}

/** Of these accounts, those that have used 90 % of their quota of this month, or all of it. */
export async function listNearQuota(
  { db, now }: Pick<Context, 'db' | 'now'>,
  accountIds: readonly number[],
): Promise<{ period: string; accounts: { account_id: number; is_full: boolean }[] }> {
  const period = periodOf(now());
  return { period, accounts: await store.listNearQuota(db, { accountIds, period }) };
}

/** This month. Accounts without use are missing. */
export async function findUsages(
  ctx: Pick<Context, 'db' | 'now'>,
  accountIds: readonly number[],
): Promise<{ period: string; usages: Map<number, Pick<Usage, 'messages_sent' | 'api_calls'>> }> {
  const period = periodOf(ctx.now());
  const rows = await store.listMonths(ctx.db, { accountIds, period });
  return { period, usages: new Map(rows.map(({ account_id, ...usage }) => [account_id, usage])) };
}

/** No quota: 0, and remaining null. */
export async function getUsage(
  ctx: Pick<Context, 'db' | 'now'>,
  account: Account,
): Promise<Omit<Usage, 'devices'>> {
  const period = periodOf(ctx.now());
  const { messages_sent, api_calls } = (await store.findMonth(ctx.db, { accountId: account.id, period })) ?? {
    messages_sent: 0,
    api_calls: 0,
  };
  const { name: plan, monthly_quota: quota, rate_per_minute, max_devices, storage_bytes } = account.plan;
  return {
    period,
    messages_sent,
    messages_quota: quota ?? 0,
    messages_remaining: quota === null ? null : Math.max(0, quota - messages_sent),
    api_calls,
    plan,
    rate_per_minute,
    max_devices,
    storage_used: account.storage_used,
    storage_bytes,
  };
}
