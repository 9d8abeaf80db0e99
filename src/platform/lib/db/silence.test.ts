import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../../test/harness/database.ts';
import { tcpProxy } from '../../../../test/harness/tcp-proxy.ts';
import { openDatabase } from './db.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** Long enough for a busy machine to answer, short enough for a test. */
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

test('a statement without an answer fails like an absent database, and its connection is not used again', async () => {
  const { proxy, pool, backend } = await database();
  const before = await backend();
  proxy.swallow();

  const refused = await pool.query('select 1').catch((error: unknown) => error);

  expect(refused).toSatisfy(isDatabaseUnavailable);
  proxy.mend();
  expect(await backend()).not.toBe(before);
});

test('a transaction fails when the server becomes silent in it, and leaves its place in the pool', async () => {
  const { proxy, db, backend } = await database();

  const work = db.transaction(async (tx) => {
    await tx.query({ text: 'select 1' }, []);
    proxy.swallow();
    await tx.query({ text: 'select 2' }, []);
  });

  await expect(work).rejects.toSatisfy(isDatabaseUnavailable);
  proxy.mend();
  await expect(Promise.all([backend(), backend(), backend()])).resolves.toHaveLength(3);
});

test('idle connections end with the one that is known to be dead', async () => {
  const { proxy, pool, backend } = await database();
  const before = await Promise.all([backend(), backend()]);
  proxy.swallow();

  await pool.query('select 1').catch(() => {});

  proxy.mend();
  const after = await Promise.all([backend(), backend()]);
  expect(before.filter((pid) => after.includes(pid))).toEqual([]);
});

test('a slow answer that keeps coming is no silence', async () => {
  const { db } = await database();

  const text = `select n, pg_sleep(0.02), repeat('x', 10000) from generate_series(1, 50) as n`;
  const answer = db.query({ text }, []);

  expect((await answer).rows).toHaveLength(50);
});

test('the locks of a transaction that was cut off are free again soon', async () => {
  const { proxy, db, direct } = await database();
  const lost = db.transaction(async (tx) => {
    await tx.query({ text: 'select pg_advisory_xact_lock(1)' }, []);
    proxy.swallow();
    await tx.query({ text: 'select 1' }, []);
  });
  const refused = expect(lost).rejects.toSatisfy(isDatabaseUnavailable);

  await expect(direct.query('select pg_advisory_lock(1)')).resolves.toMatchObject({ rowCount: 1 });

  await refused;
});
