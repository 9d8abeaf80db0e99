import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { adminQuery, emptyDatabase, testDatabase } from '../../../../test/harness/database.ts';
import { LOCKS } from '../../../../test/harness/locks.ts';
import { transactionPooler } from '../../../../test/harness/transaction-pooler.ts';
import { type Db, openDatabase, planEachTime, type Tx } from './db.ts';
import { migrate } from './migrate.ts';
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

  const left = await leftBehind(ctx.pool);

  expect(before).toHaveLength(CONNECTIONS);
  expect(left).toEqual(NOTHING);
});

/** Of every connection of the pool, outside of a transaction. */
async function leftBehind(pool: pg.Pool) {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()));
  const left = await Promise.all(clients.map((client) => client.query(LEFT_BEHIND.text)));
  for (const client of clients) client.release();
  return left.map(({ rows }) => rows[0]);
}

const NOTHING = Array(CONNECTIONS).fill({ prepared: [], settings: [], locks: 0 });

const PLANNER = statement<NoParams, { jit: string; parallel: string }>(
  'test.planner',
  `select current_setting('jit') as jit, current_setting('max_parallel_workers_per_gather') as parallel`,
);

test('behind a pooler in transaction mode each transaction has our settings, and its session keeps none', async () => {
  const url = await testDatabase();
  await adminQuery(url, `alter database ${new URL(url).pathname.slice(1)} set jit = on`);
  const pooled = openDatabase(await transactionPooler(url), { max: 3, name: 'kurir test', prepared: false });
  onTestFinished(() => pooled.close());

  const within = await onEachConnection(pooled.db, (tx) => PLANNER.one(tx, {}));
  const left = await leftBehind(pooled.pool);
  const alone = await PLANNER.one(pooled.db, {});

  expect(within).toEqual(Array(CONNECTIONS).fill({ jit: 'off', parallel: '0' }));
  expect(left).toEqual(NOTHING);
  expect(alone.jit).toBe('on');
});

const HELD = `select from ${LOCKS} where locktype = 'advisory'`;

test('two processes migrate through a pooler one after the other, and leave no lock', async () => {
  const url = await emptyDatabase();
  const pooler = await transactionPooler(url);

  const folder = await mkdtemp(join(tmpdir(), 'kurir-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const names = ['0001_a.sql', '0002_b.sql', '0003_c.sql'];
  for (const name of names) await writeFile(join(folder, name), `create table t${name.slice(0, 4)} (a int)`);

  const applied = await Promise.all([migrate(pooler, folder), migrate(pooler, folder)]);

  const { db, close } = openDatabase(url, { max: 1, name: 'kurir test' });
  onTestFinished(close);
  const { rows } = await db.query({ text: HELD }, []);
  expect(applied.flat().sort()).toEqual(names);
  expect(rows).toEqual([]);
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
