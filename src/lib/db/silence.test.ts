import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../test/harness/database.ts';
import { tcpProxy } from '../../../test/harness/tcp-proxy.ts';
import { isDatabaseAway, openDatabase } from './db.ts';

/** Long enough for a busy machine to answer in, short enough to be waited for. */
const SILENCE_MS = 700;

async function database() {
  const url = await testDatabase();
  const proxy = await tcpProxy(url);
  const opened = openDatabase(proxy.url, { max: 2, name: 'kurir test', silenceMs: SILENCE_MS });
  onTestFinished(() => opened.close());
  const direct = new pg.Client({ connectionString: url });
  await direct.connect();
  onTestFinished(() => direct.end());
  const backend = async () => (await opened.pool.query('select pg_backend_pid() as pid')).rows[0].pid;
  return { proxy, direct, backend, ...opened };
}

test('a statement without an answer fails as one of a database that is away, and its connection is never used again', async () => {
  const { proxy, pool, backend } = await database();
  const before = await backend();
  proxy.swallow();

  const refused = await pool.query('select 1').catch((error: unknown) => error);

  expect(refused).toSatisfy(isDatabaseAway);
  proxy.mend();
  expect(await backend()).not.toBe(before);
});

test('a transaction in the middle of which the server falls silent fails, and leaves its place in the pool', async () => {
  const { proxy, db, backend } = await database();

  const work = db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    proxy.swallow();
    await sql`select 2`.execute(tx);
  });

  await expect(work).rejects.toSatisfy(isDatabaseAway);
  proxy.mend();
  await expect(Promise.all([backend(), backend(), backend()])).resolves.toHaveLength(3);
});

test('connections that are idle meanwhile go with the one that is known to be dead', async () => {
  const { proxy, pool, backend } = await database();
  const before = await Promise.all([backend(), backend()]);
  proxy.swallow();

  await pool.query('select 1').catch(() => {});

  proxy.mend();
  const after = await Promise.all([backend(), backend()]);
  expect(before.filter((pid) => after.includes(pid))).toEqual([]);
});

test('an answer that takes its time, but keeps coming, is no silence', async () => {
  const { db } = await database();

  const answer = sql<{ n: number }>`
    select n, pg_sleep(0.02), repeat('x', 10000) from generate_series(1, 50) as n`.execute(db);

  expect((await answer).rows).toHaveLength(50);
});

test('what a transaction had locked when it was cut off is free again soon', async () => {
  const { proxy, db, direct } = await database();
  const lost = db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(tx);
    proxy.swallow();
    await sql`select 1`.execute(tx);
  });
  const refused = expect(lost).rejects.toSatisfy(isDatabaseAway);

  await expect(direct.query('select pg_advisory_lock(1)')).resolves.toMatchObject({ rowCount: 1 });

  await refused;
});
