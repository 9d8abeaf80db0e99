import { spawn } from 'node:child_process';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { longTest } from '../../../../test/harness/long-test.ts';
import {
  ask,
  commitSomething,
  emptyFolder,
  kill,
  sharedFolder,
  startElsewhere,
  startHere,
} from '../../../../test/harness/postgres-folder.ts';
import { until } from '../../../../test/harness/until.ts';
import { silentLog } from '../log.ts';
import {
  borrowEmbeddedPostgres,
  findFolderOwner,
  findRunningPostgres,
  stopEmbeddedPostgres,
} from './embedded.ts';
import { isRunning, signal } from './processes.ts';

const dataDir = await sharedFolder();

test('the first start makes a folder for our eyes only and a durable server without a port', async () => {
  const { dataDir } = await emptyFolder();

  const postgres = await startHere(dataDir);

  expect(postgres.tookOver).toBe(false);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
  const settings = await ask<{ name: string; setting: string }>(
    postgres.url,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes',
       'listen_addresses', 'password_encryption', 'server_encoding', 'data_checksums')`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    password_encryption: 'scram-sha-256',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
  });
});

test('without the password no client gets in', async () => {
  const postgres = await startHere(dataDir);
  const guessed = new URL(postgres.url);
  guessed.password = 'guess';

  const login = ask(guessed.href, 'select 1');

  await expect(login).rejects.toMatchObject({ code: '28P01' });
});

test('a second start finds the data of the first', async () => {
  const first = await startHere(dataDir);
  const isKept = await commitSomething(first.url);
  await first.stop();

  const second = await startHere(dataDir);

  expect(second.tookOver).toBe(false);
  expect(await isKept(second.url)).toBe(true);
});

test('a stopped server is gone, and stopping twice is stopping once', async () => {
  const postgres = await startHere(dataDir);
  const { pid } = postgres;

  await Promise.all([postgres.stop(), postgres.stop()]);

  expect(await isRunning(Number(pid))).toBe(false);
  expect(await findRunningPostgres(dataDir)).toBeNull();
  expect(await findFolderOwner(dataDir)).toBeNull();
});

longTest('a client in the middle of a long statement does not hold up the stop', async () => {
  const postgres = await startHere(dataDir);
  const waiting = expect(ask(postgres.url, 'select pg_sleep(3600)')).rejects.toThrow();
  await until(
    async () =>
      (await ask(postgres.url, "select 1 from pg_stat_activity where query like 'select pg_sleep%'"))[0],
  );

  await postgres.stop();

  await waiting;
});

test('the server outlives its killed starter and is taken over with its data', async () => {
  const { child, said } = await startElsewhere(dataDir);
  const isKept = await commitSomething(said.url);
  await kill(child, 'SIGKILL');

  const next = await startHere(dataDir);

  expect(next).toMatchObject({ tookOver: true, pid: said.pid, url: said.url });
  expect(await isKept(next.url)).toBe(true);
});

longTest('the end of a server that was taken over is noticed too', async () => {
  const { child, said } = await startElsewhere(dataDir);
  await kill(child, 'SIGKILL');
  const next = await startHere(dataDir);

  signal(said.pid, 'SIGKILL');

  await until(() => next.pid !== null && next.pid !== said.pid);
  expect(await ask(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

longTest('signals to the process group of its starter do not reach the server', async () => {
  const { child, said } = await startElsewhere(dataDir);
  const ended = new Promise((resolve) => child.once('exit', resolve));

  process.kill(-Number(child.pid), 'SIGINT');

  await ended;
  expect(await findRunningPostgres(dataDir)).toBe(said.url);
});

longTest('a running server with other settings is replaced, not taken over', async () => {
  const { child, said } = await startElsewhere(dataDir);
  await kill(child, 'SIGKILL');

  const next = await startHere(dataDir, { settings: { work_mem: '5MB' } });

  expect(next.tookOver).toBe(false);
  expect(await isRunning(said.pid)).toBe(false);
  expect(await ask(next.url, 'show work_mem')).toEqual([{ work_mem: '5MB' }]);
});

test('after kill -9 of the server the same address works again, and nothing committed is lost', async () => {
  const postgres = await startHere(dataDir);
  const isKept = await commitSomething(postgres.url);
  const killed = Number(postgres.pid);

  signal(killed, 'SIGKILL');

  await until(() => postgres.pid !== null && postgres.pid !== killed);
  expect(await isKept(postgres.url)).toBe(true);
});

longTest('an orphaned backend that is busy does not keep the server from coming back', async () => {
  const postgres = await startHere(dataDir);
  const killed = Number(postgres.pid);
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => {});
  await client.connect();
  const busy = expect(client.query('select count(*) from generate_series(1, 1e12)')).rejects.toThrow();
  await until(
    async () =>
      (await ask(postgres.url, "select 1 from pg_stat_activity where query like 'select count%'"))[0],
  );

  signal(killed, 'SIGKILL');

  await until(() => postgres.pid !== null && postgres.pid !== killed);
  expect(await ask(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await busy;
});

longTest('a pid file whose pid now belongs to another program is no obstacle', async () => {
  const first = await startHere(dataDir);
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8');
  await first.stop();
  // As the server's own user, whose processes PostgreSQL itself would believe.
  const { uid, gid } = await stat(path.join(dataDir, 'postgres'));
  const bystander = spawn('sleep', ['60'], { uid, gid, cwd: '/' });
  onTestFinished(() => kill(bystander, 'SIGKILL'));
  await writeFile(pidFile, text.replace(/^\d+/, String(bystander.pid)));

  const second = await startHere(dataDir);

  expect(second.tookOver).toBe(false);
  expect(await isRunning(Number(bystander.pid))).toBe(true);
});

longTest(
  'a pid file that names the server of another folder is ignored, and that server keeps running',
  async () => {
    const other = await emptyFolder();
    const neighbour = await startHere(other.dataDir);
    const neighboursFile = await readFile(path.join(other.dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    await writeFile(path.join(dataDir, 'postgres', 'postmaster.pid'), neighboursFile);

    const running = await findRunningPostgres(dataDir);
    const started = await startHere(dataDir);

    expect(running).toBeNull();
    expect(started.tookOver).toBe(false);
    expect(await ask(neighbour.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  },
);

longTest('a half-made cluster of a killed starter is cleared away', async () => {
  const leftover = path.join(dataDir, 'postgres.new-999999');
  await mkdir(path.join(leftover, 'data', 'base'), { recursive: true });

  await startHere(dataDir);

  await expect(stat(leftover)).rejects.toThrow('ENOENT');
});

test('a second gateway on the folder is refused with the pid of the first', async () => {
  const { child } = await startElsewhere(dataDir);

  const second = startHere(dataDir);

  await expect(second).rejects.toThrow(
    `Another Kurir gateway (process ${child.pid}) uses the data folder ${dataDir}`,
  );
});

longTest(
  'of two gateways that start together on an empty folder one wins and the other names it',
  async () => {
    const { dataDir } = await emptyFolder();

    const both = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir)]);

    const winner = both.find(({ said }) => !said.error);
    const loser = both.find(({ said }) => said.error);
    expect(loser?.said.error).toContain(`process ${winner?.child.pid}`);
    expect(await ask(winner?.said.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
  },
);

longTest('a gateway waits for the command that has the folder', async () => {
  const { child, said } = await startElsewhere(dataDir, { kind: 'command' });
  const gateway = startHere(dataDir);
  const shown = await findRunningPostgres(dataDir);

  await kill(child, 'SIGTERM');

  expect(shown).toBeNull();
  expect((await gateway).pid).not.toBe(said.pid);
  expect((await gateway).tookOver).toBe(false);
});

test('a command uses the server of the running gateway and leaves it running', async () => {
  const { said } = await startElsewhere(dataDir);

  const borrowed = await borrowEmbeddedPostgres({ dataDir, log: silentLog });
  await borrowed.release();

  expect(borrowed).toMatchObject({ url: said.url, started: false });
  expect(await findRunningPostgres(dataDir)).toBe(said.url);
});

longTest('a command starts a server when none runs, and stops it afterwards', async () => {
  const borrowed = await borrowEmbeddedPostgres({ dataDir, log: silentLog });
  const answer = await ask(borrowed.url, 'select 1 as one');
  await borrowed.release();

  expect(borrowed.started).toBe(true);
  expect(answer).toEqual([{ one: 1 }]);
  expect(await stopEmbeddedPostgres(dataDir)).toBe(false);
});

test('what a killed gateway left running is stopped once', async () => {
  const { child, said } = await startElsewhere(dataDir);
  await kill(child, 'SIGKILL');

  const stops = [await stopEmbeddedPostgres(dataDir), await stopEmbeddedPostgres(dataDir)];

  expect(stops).toEqual([true, false]);
  expect(await isRunning(said.pid)).toBe(false);
});

longTest('the server of a living gateway is not stopped behind its back', async () => {
  const { child, said } = await startElsewhere(dataDir);

  const stopping = stopEmbeddedPostgres(dataDir);

  await expect(stopping).rejects.toMatchObject({
    name: 'FolderInUse',
    owner: { pid: child.pid, kind: 'gateway' },
  });
  expect(await findFolderOwner(dataDir)).toEqual({ pid: child.pid, kind: 'gateway' });
  expect(await findRunningPostgres(dataDir)).toBe(said.url);
});

test('an empty or missing folder has no running server', async () => {
  const { folder } = await emptyFolder();

  const answers = [
    await findRunningPostgres(folder),
    await findRunningPostgres(path.join(folder, 'nothing')),
  ];

  expect(answers).toEqual([null, null]);
});

test('the reason why the server does not start is one line from its log', async () => {
  const starting = startHere(dataDir, { settings: { shared_buffers: 'plenty' } });

  await expect(starting).rejects.toMatchObject({
    name: 'PostgresProblem',
    message: expect.stringMatching(
      /^PostgreSQL does not start: invalid value for parameter "shared_buffers": "plenty" \(see .*postgres\.log\)$/,
    ),
  });
});

longTest('a cluster of another major version is refused, not touched', async () => {
  const versionFile = path.join(dataDir, 'postgres', 'PG_VERSION');
  await writeFile(versionFile, '17\n');
  onTestFinished(() => writeFile(versionFile, '18\n'));

  const starting = startHere(dataDir);

  await expect(starting).rejects.toThrow('was made by PostgreSQL 17, this Kurir brings PostgreSQL 18');
});

longTest('a lost password file is reported before any process starts', async () => {
  const passwordFile = path.join(dataDir, 'postgres.password');
  await rename(passwordFile, `${passwordFile}.lost`);
  onTestFinished(() => rename(`${passwordFile}.lost`, passwordFile));

  const starting = startHere(dataDir);

  await expect(starting).rejects.toThrow('postgres.password is missing');
});

longTest('a data folder that is a file is reported in one line', async () => {
  const { folder } = await emptyFolder();
  const file = path.join(folder, 'file');
  await writeFile(file, '');

  const starting = startHere(file);

  await expect(starting).rejects.toThrow(`The data folder ${file} cannot be used`);
});
