import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../../test/harness/database.ts';
import { LOCKS } from '../../../../test/harness/locks.ts';
import { ask } from '../../../../test/harness/postgres-folder.ts';
import { until } from '../../../../test/harness/until.ts';
import { silentLog } from '../log.ts';
import { type GatewayLock, holdGatewayLock } from './gateway-lock.ts';

test('one gateway at a time: the second gets the pid of the first', async () => {
  const url = await testDatabase();
  await hold(url);

  const second = holdGatewayLock(url, silentLog);

  await expect(second).rejects.toMatchObject({
    name: 'PostgresProblem',
    message: `Another Kurir gateway is running (process ${process.pid})`,
  });
});

test('a released lock is free at once', async () => {
  const url = await testDatabase();
  const first = await hold(url);

  await first.release();

  await expect(hold(url)).resolves.toBeDefined();
});

test('gateways of two databases do not meet', async () => {
  const [one, other] = [await testDatabase(), await testDatabase()];

  await hold(one);

  await expect(hold(other)).resolves.toBeDefined();
});

test('the connection carries the pid in its name', async () => {
  const url = await testDatabase();

  await hold(url);

  expect(await holders(url)).toEqual([{ name: `kurir gateway ${process.pid}` }]);
});

test('a connection that is lost is opened again and takes the lock again', async () => {
  const url = await testDatabase();
  const lock = await hold(url);

  await ask(url, endHolders);

  await until(async () => (await holders(url)).length === 1);
  expect(lock.taken.aborted).toBe(false);
});

test('a gateway that loses the lock to another living gateway has to stop', async () => {
  const url = await testDatabase();
  const lock = await hold(url);
  // A waiting connection gets the lock at the instant the first connection ends.
  const rival = await waitInLine(url);

  await ask(url, endHolders);

  await until(() => lock.taken.aborted);
  expect(String(lock.taken.reason)).toContain('Another Kurir gateway is running');
  await rival();
});

test('a gateway that was killed is waited for until the server has noticed', async () => {
  const url = await testDatabase();
  const deadPid = Number(execFileSync('sh', ['-c', 'echo $$']).toString());
  const release = await holdAs(url, deadPid);
  const next = hold(url);
  await until(async () => (await ask(url, gatewayConnections)).length === 2);

  await release();

  await expect(next).resolves.toBeDefined();
});

test('releasing while the connection is being taken again ends in peace', async () => {
  const url = await testDatabase();
  const lock = await hold(url);
  await ask(url, endHolders);

  await lock.release();

  expect(await holders(url)).toEqual([]);
});

const LOCK = 4_172_004;
const gatewayConnections =
  "select pid from pg_stat_activity where application_name like 'kurir gateway %' and datname = current_database()";
const endHolders = `select pg_terminate_backend(pid) from (${gatewayConnections}) gateways`;

async function hold(url: string): Promise<GatewayLock> {
  const lock = await holdGatewayLock(url, silentLog);
  onTestFinished(() => lock.release());
  return lock;
}

function holders(url: string) {
  return ask<{ name: string }>(
    url,
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and datname = current_database()`,
  );
}

/** The lock under the name of another gateway, given back by the function that is returned. */
async function holdAs(url: string, pid: number): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, application_name: `kurir gateway ${pid}` });
  await client.connect();
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  return () => client.end();
}

/** A living process (the parent of this one) that blocks on the lock until it gets it. */
async function waitInLine(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, application_name: `rival of ${process.ppid}` });
  await client.connect();
  const got = client.query('select pg_advisory_lock($1)', [LOCK]);
  const named = got.then(() => client.query(`set application_name = 'kurir gateway ${process.ppid}'`));
  await until(
    async () => (await ask(url, `select 1 from ${LOCKS} where locktype = 'advisory' and not granted`))[0],
  );
  return () => named.then(() => client.end());
}
