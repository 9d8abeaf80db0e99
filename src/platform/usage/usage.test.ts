import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { periodOf } from './quota.ts';
import { ensureUsageMonths, getUsage, takeUnits } from './usage.ts';

const ctx = await testContext({ cleanup: afterAll });
const NOVEMBER = new Date('2025-11-30T23:59:59.999Z');

test.each([
  ['2025-01-01T00:00:00.000Z', '2025-01'],
  ['2025-12-31T23:59:59.999Z', '2025-12'],
  ['2026-01-01T06:00:00+07:00', '2025-12'],
])('%s counts for %s', (at, period) => {
  expect(periodOf(new Date(at))).toBe(period);
});

test.each([
  ['starter, nothing sent', 1000, 0, { messages_quota: 1000, messages_remaining: 1000 }],
  ['business, some sent', 10_000, 9_999, { messages_quota: 10_000, messages_remaining: 1 }],
  ['used up', 1000, 1000, { messages_quota: 1000, messages_remaining: 0 }],
  ['more sent than a lowered quota', 5, 8, { messages_quota: 5, messages_remaining: 0 }],
  ['a quota of nothing', 0, 0, { messages_quota: 0, messages_remaining: 0 }],
  ['pro, without quota', null, 8, { messages_quota: 0, messages_remaining: null }],
])('%s', async (_name, monthly_quota, messages_sent, expected) => {
  const account = await insertAccount(ctx, { monthly_quota });
  ctx.clock.set(NOVEMBER);
  await tablesOf(ctx.db)
    .insertInto('usage_months')
    .values({ account_id: account.id, period: '2025-11', messages_sent, api_calls: 3 })
    .execute();

  const usage = await getUsage(ctx, account);

  expect(usage).toMatchObject({ period: '2025-11', messages_sent, api_calls: 3, ...expected });
});

test('a new month begins at zero, and other accounts do not show', async () => {
  const [account, other] = [await insertAccount(ctx, { monthly_quota: 10 }), await insertAccount(ctx)];
  const row = { messages_sent: 7, api_calls: 7 };
  await tablesOf(ctx.db)
    .insertInto('usage_months')
    .values([
      { account_id: account.id, period: '2025-11', ...row },
      { account_id: other.id, period: '2025-12', ...row },
    ])
    .execute();
  ctx.clock.set(new Date(NOVEMBER.getTime() + 1));

  const usage = await getUsage(ctx, account);

  expect(usage).toMatchObject({
    period: '2025-12',
    messages_sent: 0,
    messages_quota: 10,
    messages_remaining: 10,
    api_calls: 0,
  });
});

test('making the rows of a month leaves those that exist alone, also when many do it at once', async () => {
  const accounts = await Promise.all(Array.from({ length: 5 }, () => insertAccount(ctx)));
  const ids = accounts.map((account) => account.id);
  const [first = 0] = ids;
  await tablesOf(ctx.db)
    .insertInto('usage_months')
    .values({ account_id: first, period: '2025-11', messages_sent: 4 })
    .execute();

  await Promise.all(
    [ids, ids.toReversed(), [...ids, ...ids], []].map((each) => ensureUsageMonths(ctx.db, each, '2025-11')),
  );

  const rows = await tablesOf(ctx.db)
    .selectFrom('usage_months')
    .select(['account_id', 'messages_sent'])
    .where('account_id', 'in', ids)
    .orderBy('account_id')
    .execute();
  expect(rows).toEqual(
    ids
      .toSorted((a, b) => a - b)
      .map((account_id) => ({ account_id, messages_sent: account_id === first ? 4 : 0 })),
  );
});

test('concurrent callers take units down to the last one, and never one more', async () => {
  const account = await insertAccount(ctx, { monthly_quota: 10 });
  const take = (wanted: number) => ctx.db.transaction((tx) => takeUnits(tx, account.id, NOVEMBER, wanted));

  const taken = await Promise.all([4, 3, 5, 2].map(take));

  expect(taken.reduce((sum, units) => sum + units, 0)).toBe(10);
  expect(await take(1)).toBe(0);
  expect(await getUsage({ ...ctx, now: () => NOVEMBER }, account)).toMatchObject({ messages_sent: 10 });
});

test('a plan without a quota gives all that is wanted', async () => {
  const account = await insertAccount(ctx);

  const taken = await ctx.db.transaction((tx) => takeUnits(tx, account.id, NOVEMBER, 1_000_000));

  expect(taken).toBe(1_000_000);
});

test('of a quota that was lowered below what is used nothing is left', async () => {
  const account = await insertAccount(ctx, { monthly_quota: 5 });
  await tablesOf(ctx.db)
    .insertInto('usage_months')
    .values({ account_id: account.id, period: periodOf(NOVEMBER), messages_sent: 8 })
    .execute();

  const taken = await ctx.db.transaction((tx) => takeUnits(tx, account.id, NOVEMBER, 3));

  expect(taken).toBe(0);
});
