import { expect, test } from 'vitest';
import { testContext } from './context.ts';
import { tablesOf } from './tables.ts';

test('a test context has the schema, and a clock that moves only with advance or set', async () => {
  const ctx = await testContext();
  const before = ctx.now();

  ctx.clock.advance(1500);

  expect(ctx.now().getTime() - before.getTime()).toBe(1500);
  expect(await tablesOf(ctx.db).selectFrom('plans').select('name').orderBy('name').execute()).toEqual([
    { name: 'business' },
    { name: 'pro' },
    { name: 'starter' },
  ]);
});
