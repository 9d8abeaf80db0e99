import { expect, onTestFinished, test } from 'vitest';
import { type TestContext, testContext } from '../../../test/harness/context.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { watchStatements } from '../../../test/harness/statements.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import type { Context } from '../../context.ts';
import { createCallCounter } from './call-counter.ts';

function counterOn(ctx: Context) {
  const counter = createCallCounter(ctx);
  onTestFinished(() => counter.close());
  return counter;
}

function storedCalls(ctx: Context) {
  return tablesOf(ctx.db)
    .selectFrom('usage_months')
    .select(['account_id', 'period', 'api_calls'])
    .orderBy('account_id')
    .orderBy('period')
    .execute();
}

/** The same context, whose statements can be made to fail and are counted. */
function breakable(ctx: TestContext) {
  const state = { broken: false, statements: 0 };
  const db = watchStatements(ctx.db, () => {
    state.statements += 1;
    if (state.broken) throw new Error('no database');
  });
  return { state, ctx: { ...ctx, db } };
}

test('counted calls of many accounts are written in one statement', async () => {
  const { state, ctx } = breakable(await testContext());
  const accounts = [await insertAccount(ctx), await insertAccount(ctx)];
  const counter = counterOn(ctx);
  state.statements = 0;
  for (const { id } of [...accounts, ...accounts, ...accounts.slice(0, 1)]) counter.count(id);

  await counter.flush();

  expect(state.statements).toBe(1);
  expect((await storedCalls(ctx)).map((row) => row.api_calls)).toEqual([3, 2]);
});

test('calls around the end of a month count for the month in which they were made', async () => {
  const ctx = await testContext();
  const { id } = await insertAccount(ctx);
  const counter = counterOn(ctx);
  ctx.clock.set(new Date('2025-11-30T23:59:59.999Z'));
  counter.count(id);

  ctx.clock.advance(1);
  counter.count(id);
  counter.count(id);
  await counter.flush();

  expect(await storedCalls(ctx)).toEqual([
    { account_id: id, period: '2025-11', api_calls: 1 },
    { account_id: id, period: '2025-12', api_calls: 2 },
  ]);
});

test('a flush that fails keeps the counts for the next one', async () => {
  const { state, ctx } = breakable(await testContext());
  const { id } = await insertAccount(ctx);
  const counter = counterOn(ctx);
  counter.count(id);
  state.broken = true;

  await expect(counter.flush()).rejects.toThrow('no database');
  counter.count(id);
  state.broken = false;
  await counter.flush();

  expect((await storedCalls(ctx))[0]?.api_calls).toBe(2);
});

test('no call is lost or counted twice when counting and flushing run at once on two processes', async () => {
  const ctx = await testContext();
  const accounts = await Promise.all(Array.from({ length: 5 }, () => insertAccount(ctx)));
  const counters = [counterOn(ctx), counterOn(ctx)];

  await Promise.all(
    counters.flatMap((counter) =>
      Array.from({ length: 40 }, async (_, round) => {
        for (const { id } of round % 2 === 0 ? accounts : accounts.toReversed()) counter.count(id);
        await counter.flush();
      }),
    ),
  );

  expect((await storedCalls(ctx)).map((row) => row.api_calls)).toEqual(Array(5).fill(80));
});

test('many flushes at once become at most two statements', async () => {
  const { state, ctx } = breakable(await testContext());
  const { id } = await insertAccount(ctx);
  const counter = counterOn(ctx);
  state.statements = 0;

  await Promise.all(
    Array.from({ length: 50 }, () => {
      counter.count(id);
      return counter.flush();
    }),
  );

  expect(state.statements).toBeLessThanOrEqual(2);
  expect((await storedCalls(ctx))[0]?.api_calls).toBe(50);
});

test('closing writes what is left', async () => {
  const ctx = await testContext();
  const { id } = await insertAccount(ctx);
  const counter = createCallCounter(ctx);
  counter.count(id);

  await counter.close();

  expect((await storedCalls(ctx))[0]?.api_calls).toBe(1);
});

test('closing ends even when the counts cannot be written', async () => {
  const { state, ctx } = breakable(await testContext());
  const counter = createCallCounter(ctx);
  counter.count(1);
  state.broken = true;

  await expect(counter.close()).resolves.toBeUndefined();
});
