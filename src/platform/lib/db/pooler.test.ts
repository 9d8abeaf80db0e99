import { expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';

import { type Db, planEachTime, type Tx } from './db.ts';
import { type NoParams, statement } from './statement.ts';

const CONNECTIONS = 3;

/** State that a pooler in transaction mode would pass to the next client. */
const LEFT_BEHIND = statement<NoParams, { prepared: string[]; settings: string[]; locks: number }>(
  'test.left_behind',
  `select array(select name from pg_prepared_statements) as prepared,
     array(select name from pg_settings where source = 'session') as settings,
     (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`,
);

/** Runs the work on every connection of the pool at once. */
async function onEachConnection<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T[]> {
  let arrived = 0;
  const all = Promise.withResolvers<void>();
  return Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      db.transaction(async (tx) => {
        arrived += 1;
        if (arrived === CONNECTIONS) all.resolve();
        await all.promise;
        return work(tx);
      }),
    ),
  );
}

test('with KURIR_DATABASE_PREPARED=off a connection keeps nothing between transactions', async () => {
  const env = { KURIR_DATABASE_PREPARED: 'off', KURIR_DATABASE_POOL: String(CONNECTIONS) };
  const ctx = await testContext({ env });
  const before = await onEachConnection(ctx.db, async (tx) => {
    await planEachTime(tx);
    return LEFT_BEHIND.one(tx, {});
  });

  const left = await onEachConnection(ctx.db, (tx) => LEFT_BEHIND.one(tx, {}));

  expect(before).toHaveLength(CONNECTIONS);
  expect(left).toEqual(Array(CONNECTIONS).fill({ prepared: [], settings: [], locks: 0 }));
});

test('with it on, statements and settings stay with their connection', async () => {
  const ctx = await testContext();

  const [left] = await ctx.db.transaction(async (tx) => {
    await LEFT_BEHIND.all(tx, {});
    return LEFT_BEHIND.all(tx, {});
  });

  expect(left?.prepared).toContain('test.left_behind');
  expect(left?.settings).toEqual(
    expect.arrayContaining(['enable_seqscan', 'idle_in_transaction_session_timeout', 'plan_cache_mode']),
  );
});
