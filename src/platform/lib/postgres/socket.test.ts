import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isLong } from '../../../../test/harness/long.ts';
import {
  ask,
  emptyFolder,
  kill,
  sharedFolder,
  startElsewhere,
  startHere,
} from '../../../../test/harness/postgres-folder.ts';
import { until } from '../../../../test/harness/until.ts';
import { findRunningPostgres } from './embedded.ts';
import { signal } from './processes.ts';

const dataDir = await sharedFolder();
const isRoot = process.getuid?.() === 0;
/** A system account that every Linux has. */
const OTHER_USER = 1;

test('the server listens on no port, so no process can take its port after a crash', async () => {
  const postgres = await startHere(dataDir);

  const listening = await listeningInodes();
  const sockets = await socketsOf(Number(postgres.pid));

  expect(sockets.filter((inode) => listening.has(inode))).toEqual([]);
  expect(decodeURIComponent(new URL(postgres.url).hostname)).toBe(path.join(dataDir, 'postgres'));
});

test.runIf(isRoot)('no other user reaches the socket or can put one in its place', async () => {
  const postgres = await startHere(dataDir);
  const folder = path.join(dataDir, 'postgres');
  const socket = path.join(folder, '.s.PGSQL.5432');

  const tries = ['connect', 'listen', 'remove'].map((what) => tryAs(OTHER_USER, what, socket));

  expect(await Promise.all(tries)).toEqual(['EACCES', 'EACCES', 'EACCES']);
  expect((await stat(folder)).mode & 0o077).toBe(0);
  expect((await stat(socket)).mode & 0o077).toBe(0);
  expect(await ask(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test.runIf(isLong && process.platform === 'linux')(
  'a data folder too deep for a socket path works in every process, also after a crash of the server',
  async () => {
    const { dataDir: shallow } = await emptyFolder();
    const deep = path.join(shallow, 'a folder with a long name/'.repeat(8), 'data');
    const { child } = await startElsewhere(deep);
    await kill(child, 'SIGKILL');
    const postgres = await startHere(deep);
    const killed = Number(postgres.pid);

    const found = await findRunningPostgres(deep);
    signal(killed, 'SIGKILL');
    await until(() => postgres.pid !== null && postgres.pid !== killed);
    const said = await askElsewhere(postgres.url);

    expect(postgres.tookOver).toBe(true);
    expect(await ask(found ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(said).toBe('[{"one":1}]');
    await postgres.stop();
  },
);

/** Inodes of all TCP sockets in the state LISTEN. */
async function listeningInodes(): Promise<Set<string>> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')));
  const rows = tables.flatMap((table) => table.trim().split('\n').slice(1));
  const fields = rows.map((row) => row.trim().split(/\s+/));
  return new Set(fields.filter((field) => field[3] === '0A').map((field) => `socket:[${field[9]}]`));
}

async function socketsOf(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target.startsWith('socket:'));
}

/** What a process of the user gets to hear when it tries this with the socket. */
async function tryAs(uid: number, what: string, socket: string): Promise<string> {
  const script = `
    const { connect, createServer } = require('node:net');
    const [what, socket] = process.argv.slice(1);
    const say = (error) => console.log(error ? error.code : 'done');
    if (what === 'remove') require('node:fs').rm(socket, say);
    else if (what === 'listen') createServer().on('error', say).listen(socket, () => { say(); process.exit(); });
    else connect(socket).on('error', say).on('connect', () => { say(); process.exit(); });`;
  const options = { uid, gid: uid, cwd: '/' };
  const { stdout } = await promisify(execFile)('node', ['-e', script, what, socket], options);
  return stdout.trim();
}

async function askElsewhere(url: string): Promise<string> {
  const script = `
    import pg from 'pg';
    const client = new pg.Client({ connectionString: process.argv[1] });
    await client.connect();
    console.log(JSON.stringify((await client.query('select 1 as one')).rows));
    await client.end();`;
  const args = ['--input-type=module', '-e', script, url];
  return (await promisify(execFile)(process.execPath, args)).stdout.trim();
}
