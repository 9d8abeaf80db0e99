import { expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { SOURCES, type StateColumns, stateOf } from './states.ts';

const BOOLEANS = [false, true];

/** Every combination of the columns, legal or not. */
const COMBINATIONS = (['out', 'in'] as const).flatMap((direction) =>
  (['queued', 'sent', 'delivered', 'read', 'failed', 'received'] as const).flatMap((status) =>
    BOOLEANS.flatMap((due) =>
      BOOLEANS.flatMap((held) =>
        BOOLEANS.flatMap((written) =>
          BOOLEANS.flatMap((reserved) =>
            BOOLEANS.flatMap((resent) =>
              BOOLEANS.map(
                (kept): StateColumns => ({ direction, status, due, held, written, reserved, resent, kept }),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
);

test('the database refuses exactly the combinations that the table does not have', async () => {
  const ctx = await testContext();
  const { rows: constraints } = await ctx.pool.query<{ condition: string }>(
    `select pg_get_expr(conbin, conrelid) as condition from pg_constraint where conname = 'messages_states'`,
  );
  const column = (key: keyof StateColumns) => COMBINATIONS.map((each) => each[key]);

  const { rows } = await ctx.pool.query<{ legal: boolean }>(
    `select ${constraints[0]?.condition} as legal
     from unnest($1::text[], $2::text[], $3::bool[], $4::bool[], $5::bool[], $6::text[],
         $7::timestamptz[], $8::text[])
       with ordinality as message
         (direction, status, due, held, maybe_written, reserved_wa_id, resent_at, kept_reason, n)
     order by n`,
    [
      column('direction'),
      column('status'),
      column('due'),
      column('held'),
      column('written'),
      COMBINATIONS.map(({ reserved }) => (reserved ? 'id' : null)),
      COMBINATIONS.map(({ resent }) => (resent ? new Date() : null)),
      COMBINATIONS.map(({ kept }) => (kept ? 'paused' : null)),
    ],
  );

  const legal = COMBINATIONS.filter((_, n) => rows[n]?.legal);
  expect(legal).toEqual(COMBINATIONS.filter((columns) => stateOf(columns) !== undefined));
  expect(legal).toHaveLength(75);
});

test('the database knows every source', async () => {
  const ctx = await testContext();

  const { rows } = await ctx.pool.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'messages_source'`,
  );

  const names = [...(rows[0]?.definition.matchAll(/'(\w+)'/g) ?? [])].map(([, name]) => name);
  expect(names).toEqual([...SOURCES]);
});
