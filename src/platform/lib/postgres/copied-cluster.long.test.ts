import { symlink } from 'node:fs/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { copyFolder } from '../../../../test/harness/copy-folder.ts';
import {
  commitSomething,
  emptyFolder,
  sharedFolder,
  startElsewhere,
  startHere,
} from '../../../../test/harness/postgres-folder.ts';
import { until } from '../../../../test/harness/until.ts';
import { findFolderOwner, findRunningPostgres, stopEmbeddedPostgres } from './embedded.ts';
import { isRunning, signal } from './processes.ts';
import { isServedBy } from './serving.ts';

const original = await sharedFolder();

async function copyOfOriginal(): Promise<string> {
  const { dataDir } = await emptyFolder();
  await copyFolder(original, dataDir);
  return dataDir;
}

test('the files of a running server do not lead from a copy to this server', async () => {
  const { said, child } = await startElsewhere(original);

  const copy = await copyOfOriginal();

  expect(await findRunningPostgres(copy)).toBeNull();
  expect(await findFolderOwner(copy)).toBeNull();
  expect(await stopEmbeddedPostgres(copy)).toBe(false);
  expect(await isServedBy(said.pid, `${copy}/postgres`)).toBe(false);
  expect(await isServedBy(said.pid, `${original}/postgres`)).toBe(true);
  expect(await findFolderOwner(original)).toEqual({ pid: child.pid, kind: 'gateway' });
});

test('a server on a copy has the copied data, and leaves the original alone', async () => {
  const { said } = await startElsewhere(original);
  const isKept = await commitSomething(said.url);
  const copy = await copyOfOriginal();

  const server = await startHere(copy);

  expect(server.tookOver).toBe(false);
  expect(server.pid).not.toBe(said.pid);
  expect(await isKept(server.url)).toBe(true);
  expect(await isRunning(said.pid)).toBe(true);
});

test('orphans of a copy are ended without those of the original', async () => {
  const { said } = await startElsewhere(original);
  const server = await startHere(await copyOfOriginal());
  const [mine, theirs] = await Promise.all([busyClient(server.url), busyClient(said.url)]);
  const killed = Number(server.pid);

  signal(killed, 'SIGKILL');
  await until(() => server.pid !== null && server.pid !== killed);

  expect(await isRunning(mine)).toBe(false);
  expect(await isRunning(theirs)).toBe(true);
});

test('through a link, the folder is the same one', async () => {
  const { dataDir: link } = await emptyFolder();
  await symlink(original, link);
  const { said } = await startElsewhere(original);

  expect(await findRunningPostgres(link)).toContain('postgres://');
  expect(await isServedBy(said.pid, `${link}/postgres`)).toBe(true);
});

/** The pid of a backend that does not notice the end of its server. */
async function busyClient(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  client.query('select count(*) from generate_series(1, 1e12)').catch(() => {});
  onTestFinished(() => void client.end());
  return rows[0]?.pid ?? 0;
}
