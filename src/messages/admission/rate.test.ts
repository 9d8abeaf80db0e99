import { expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { withinOneMinute } from '../../../test/harness/minute.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import type { Context } from '../../context.ts';
import { createRateGate } from './rate.ts';
import { takeFromWindows } from './store.ts';

const usedBy = async (ctx: Context, accountId: number) =>
  (
    await ctx.db
      .selectFrom('rate_windows')
      .select('used')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).used;

test('gates of several processes share one window: exactly the limit passes', async () => {
  const ctx = await testContext();

  const { answers, used } = await withinOneMinute(ctx, async () => {
    const account = await insertAccount(ctx, { rate_per_minute: 40 });
    const gates = Array.from({ length: 4 }, () => createRateGate(ctx));
    return {
      answers: await Promise.all(Array.from({ length: 200 }, (_, n) => gates[n % 4]?.(account))),
      used: await usedBy(ctx, account.id),
    };
  });

  expect(answers.filter((answer) => answer?.granted)).toHaveLength(40);
  expect(used).toBe(40);
});

test('remaining counts down to nothing, and the refused are told how long to wait', async () => {
  const ctx = await testContext();
  const account = await insertAccount(ctx, { rate_per_minute: 3 });
  const pass = createRateGate(ctx);

  const answers = await Promise.all([pass(account), pass(account), pass(account), pass(account)]);

  expect(answers.map(({ granted, remaining }) => [granted, remaining])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
  ]);
  expect(answers[3]?.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  expect(answers[3]?.retryAfterSeconds).toBeLessThanOrEqual(60);
});

test('the window of an earlier minute is forgotten', async () => {
  const ctx = await testContext();
  const account = await insertAccount(ctx, { rate_per_minute: 1 });
  await ctx.db
    .insertInto('rate_windows')
    .values({ account_id: account.id, minute: 1, used: 1, granted: 1, rate: 1 })
    .execute();

  const windows = await takeFromWindows(ctx.pool, [{ account_id: account.id, asked: 5, rate: 1 }]);

  expect(windows.get(account.id)).toMatchObject({ granted: 1, used: 1 });
});

test('a limit that was lowered grants nothing more, never less than nothing', async () => {
  const ctx = await testContext();

  const window = await withinOneMinute(ctx, async () => {
    const { id: account_id } = await insertAccount(ctx);
    await takeFromWindows(ctx.pool, [{ account_id, asked: 10, rate: 40 }]);
    return (await takeFromWindows(ctx.pool, [{ account_id, asked: 2, rate: 5 }])).get(account_id);
  });

  expect(window).toMatchObject({ granted: 0, used: 10 });
});
