import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { adminQuery } from '../../../../test/harness/database.ts';
import { serverOfFile } from '../../../../test/harness/postgres-folder.ts';
import { openDatabase } from './db.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const PLACES = 3;
const SILENCE_MS = 400;
const NAME = 'kurir places test';

// Its commits wait for standbys, once there are to be some.
const url = await serverOfFile({ wal_level: 'replica', max_wal_senders: '1' });
await adminQuery(url, 'create table kept (n int); create table probes (n int)');
const admin = new pg.Client({ connectionString: url });
await admin.connect();
afterAll(() => admin.end());

async function setStandby(name: string): Promise<void> {
  await adminQuery(url, `alter system set synchronous_standby_names = '${name}'`);
  await adminQuery(url, 'select pg_reload_conf()');
  await expect.poll(() => show('synchronous_standby_names')).toBe(name);
}

/** Until commits wait: the server says so to them a moment after it has read the setting. */
async function stallStandby(): Promise<void> {
  await setStandby('absent');
  const probe = new pg.Client({ connectionString: url });
  await probe.connect();
  onTestFinished(() => probe.end());
  const waiting = () => {
    probe.query('insert into probes values (1)').catch(() => {});
    return count(`pg_stat_activity where wait_event = 'SyncRep'`);
  };
  await expect.poll(waiting).toBe(1);
}

const show = async (setting: string) => (await admin.query(`show ${setting}`)).rows[0][setting];
const count = async (sql: string) => (await admin.query(`select count(*)::int as n from ${sql}`)).rows[0].n;

test('a standby that stalls costs no connections beyond the pool, and what it holds up is stored later', async () => {
  const { pool, close } = openDatabase(url, { max: PLACES, name: NAME, silenceMs: SILENCE_MS });
  onTestFinished(close);
  const insert = () => pool.query('insert into kept values (1)').then(() => 'stored', isDatabaseUnavailable);
  await stallStandby();
  onTestFinished(() => setStandby(''));

  const given = await Promise.all(Array.from({ length: PLACES }, insert));
  const late = await insert();
  const backends = await count(`pg_stat_activity where application_name = '${NAME}'`);
  const storedMeanwhile = await count('kept');
  await setStandby('');
  await expect.poll(insert, { timeout: 10_000 }).toBe('stored');

  expect([...given, late]).toEqual(Array(PLACES + 1).fill(true));
  expect([backends, storedMeanwhile]).toEqual([PLACES, 0]);
  expect(await count('kept')).toBeGreaterThan(PLACES);
});

test('a statement ends on the server soon after its connection was closed', async () => {
  const { pool, close } = openDatabase(url, { max: 1, name: NAME, silenceMs: SILENCE_MS });
  onTestFinished(close);
  const running = () =>
    count(`pg_stat_activity where query like '%pg_sleep(600)%' and application_name = '${NAME}'`);

  const lost = pool.query('select pg_sleep(600)').catch((error: unknown) => error);

  await expect.poll(running).toBe(1);
  expect(await lost).toSatisfy(isDatabaseUnavailable);
  await expect.poll(running, { timeout: 5_000 }).toBe(0);
});
