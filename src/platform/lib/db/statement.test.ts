import { expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { allStatements, statement } from './statement.ts';

const SQUARES = statement<{ numbers: readonly number[]; label: string }, { label: string; square: number }>(
  'test.squares',
  `select :label::text || ': it''s :label' as label, n * n as square
   from unnest(:numbers::int[]) as n where :label::text <> ''`,
);
const PREPARED = statement<Record<string, never>, { name: string }>(
  'test.prepared',
  `select name from pg_prepared_statements where name <> 'test.prepared'`,
);
const NOTHING = statement<{ id: number }>('test.nothing', 'select 1 where :id::int = 0');

test('parameters are given by name, as often as the text names them', async () => {
  const ctx = await testContext();

  const rows = await SQUARES.all(ctx.db, { numbers: [2, 3], label: 'a' });

  expect(rows).toEqual([
    { label: "a: it's :label", square: 4 },
    { label: "a: it's :label", square: 9 },
  ]);
});

test('an answer without rows: none, undefined, zero, and an error where one is needed', async () => {
  const ctx = await testContext();

  expect(await NOTHING.all(ctx.db, { id: 1 })).toEqual([]);
  expect(await NOTHING.first(ctx.db, { id: 1 })).toBeUndefined();
  expect(await NOTHING.run(ctx.db, { id: 1 })).toBe(0);
  await expect(NOTHING.one(ctx.db, { id: 1 })).rejects.toThrow('test.nothing answered no row');
});

test('a parameter that is missing is named', async () => {
  const ctx = await testContext();

  await expect(NOTHING.all(ctx.db, {} as { id: number })).rejects.toThrow('lacks the parameter id');
});

test('two statements never share a name', () => {
  expect(() => statement('test.nothing', 'select 2')).toThrow('Two statements are named test.nothing');
  expect(allStatements().map(({ name }) => name)).toContain('test.squares');
});

test.each([
  ['on', [{ name: 'test.nothing' }]],
  ['off', []],
])('with KURIR_DATABASE_PREPARED=%s', async (prepared, expected) => {
  const ctx = await testContext({ env: { KURIR_DATABASE_PREPARED: prepared } });

  const names = await ctx.db.transaction(async (tx) => {
    await NOTHING.all(tx, { id: 1 });
    await NOTHING.all(tx, { id: 1 });
    return PREPARED.all(tx, {});
  });

  expect(names).toEqual(expected);
});
