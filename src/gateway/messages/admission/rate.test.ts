import { expect, test } from 'vitest';
import { openAdmission } from '../../../../test/harness/admission.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { withinOneMinute } from '../../../../test/harness/minute.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { createAdmission } from './admission.ts';
import type { RateAnswer } from './rate.ts';

const usedBy = async (ctx: Context, accountId: number) =>
  (
    await tablesOf(ctx.db)
      .selectFrom('rate_windows')
      .select('used')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).used;

/** Asks the window for requests that are refused anyway. */
function gate(ctx: Context) {
  const admit = createAdmission(ctx);
  const problem = new ApiError('idempotency_key_required');
  return async (account: Caller): Promise<RateAnswer> => {
    const { rate } = await admit({ account, idempotencyKey: null, rawBody: {}, message: null, problem });
    if (!rate) throw new Error('the request counts in no window');
    return rate;
  };
}

test('gates of several processes share one window: exactly the limit passes', async () => {
  const ctx = await testContext();

  const { answers, used } = await withinOneMinute(ctx, async () => {
    const account = await insertAccount(ctx, { rate_per_minute: 40 });
    const gates = Array.from({ length: 4 }, () => gate(ctx));
    return {
      answers: await Promise.all(Array.from({ length: 200 }, (_, n) => gates[n % 4]?.(account))),
      used: await usedBy(ctx, account.id),
    };
  });

  expect(answers.filter((answer) => answer?.granted)).toHaveLength(40);
  expect(used).toBe(40);
});

test('remaining counts down to nothing, and refused requests learn how long to wait', async () => {
  const ctx = await testContext();
  const account = await insertAccount(ctx, { rate_per_minute: 3 });
  const pass = gate(ctx);

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
  await tablesOf(ctx.db)
    .insertInto('rate_windows')
    .values({ account_id: account.id, minute: 1, used: 1, granted: 1, rate: 1 })
    .execute();

  const pass = gate(ctx);
  const answers = await Promise.all(Array.from({ length: 5 }, () => pass(account)));

  expect(answers.map(({ granted }) => granted)).toEqual([true, false, false, false, false]);
  expect(await usedBy(ctx, account.id)).toBe(1);
});

test('a limit that was lowered grants nothing more, never less than nothing', async () => {
  const ctx = await testContext();
  const pass = gate(ctx);

  const { answers, used } = await withinOneMinute(ctx, async () => {
    const account = await insertAccount(ctx, { rate_per_minute: 40 });
    await Promise.all(Array.from({ length: 10 }, () => pass(account)));
    const lowered = { ...account, plan: { ...account.plan, rate_per_minute: 5 } };
    return { answers: [await pass(lowered), await pass(lowered)], used: await usedBy(ctx, account.id) };
  });

  expect(answers).toMatchObject([
    { granted: false, limit: 5, remaining: 0 },
    { granted: false, limit: 5, remaining: 0 },
  ]);
  expect(used).toBe(10);
});

test('a refused message counts, one beyond the limit is neither stored nor counted', async () => {
  const ctx = await testContext();

  const { outcomes, messages, used } = await withinOneMinute(ctx, async () => {
    const account = await insertAccount(ctx, { rate_per_minute: 3 });
    const { device_uuid } = await insertDevice(ctx, account);
    const admit = openAdmission(ctx);
    const send = (key: string, device: string) => {
      const input = { device_uuid: device, to: '081234567890', type: 'text' as const, body: 'Halo' };
      const message = { input, phone: '6281234567890' };
      return admit({ account, idempotencyKey: key, rawBody: input, message, problem: null });
    };
    const keys: [string, string][] = [
      ['a', 'kasir'],
      ['b', device_uuid],
      ['b', device_uuid],
      ['b', device_uuid],
      ['c', device_uuid],
    ];
    return {
      outcomes: await Promise.allSettled(keys.map(([key, device]) => send(key, device))),
      messages: await tablesOf(ctx.db)
        .selectFrom('messages')
        .select('idempotency_key')
        .where('account_id', '=', account.id)
        .execute(),
      used: await usedBy(ctx, account.id),
    };
  });

  const told = outcomes.map((each) => (each.status === 'fulfilled' ? each.value.replayed : each.reason.code));
  expect(told).toEqual(['device_not_found', false, true, 'rate_limited', 'rate_limited']);
  expect(messages).toEqual([{ idempotency_key: 'b' }]);
  expect(used).toBe(3);
});
