import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { placesIn, readSystemIdentifier } from '../../src/platform/lib/postgres/cluster.ts';
import { readPidFile } from '../../src/platform/lib/postgres/pid-file.ts';
import { choosePort } from './free-port.ts';
import { until } from './until.ts';

const PASSWORD = 'password-of-version-0.1';
const ENV = { LC_ALL: 'C', TZ: 'UTC' };

export interface OldCluster {
  server: ChildProcess;
  /** Of the superuser `kurir`, over TCP. */
  url: string;
}

/** A running server as the first versions made it: on TCP, with a superuser as its only role. */
export async function oldCluster(
  dataDir: string,
  bin: string,
  user: { uid: number; gid: number } | null,
): Promise<OldCluster> {
  const cluster = path.join(dataDir, 'postgres');
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  await writeFile(path.join(dataDir, 'postgres.password'), `${PASSWORD}\n`, { mode: 0o600 });
  if (user) await chown(cluster, user.uid, user.gid);
  const as = { cwd: cluster, env: ENV, ...user };
  const folder = process.platform === 'linux' ? '/proc/self/cwd' : cluster;
  const args = [`--pgdata=${folder}`, '--username=kurir', '--auth=trust', '--no-sync'];
  await promisify(execFile)(path.join(bin, 'initdb'), args, as);
  const port = await choosePort();
  const name = `cluster_name=kurir-${await readSystemIdentifier(placesIn(dataDir))}`;
  const settings = ['-p', String(port), '-c', name, '-c', 'unix_socket_directories='];
  const server = spawn(path.join(bin, 'postgres'), ['-D', folder, ...settings], {
    ...as,
    detached: true,
    stdio: 'ignore',
  });
  await until(async () => (await readPidFile(cluster))?.status === 'ready');
  const url = (database: string) => `postgres://kurir:${PASSWORD}@127.0.0.1:${port}/${database}`;
  await run(url('postgres'), 'create database kurir');
  await run(url('postgres'), `alter role kurir password '${PASSWORD}'`);
  return { server, url: url('kurir') };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
