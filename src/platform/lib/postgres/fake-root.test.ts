import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { whyNoOtherUser } from './fake-root.ts';

const EMBEDDED = fileURLToPath(new URL('./embedded.ts', import.meta.url));
const LOG = fileURLToPath(new URL('../log.ts', import.meta.url));

const NORMAL_MAP = '         0          0 4294967295\n';
const ALL = 'CapEff:\t000001ffffffffff\n';

test.each([
  ['an ordinary user', { isRoot: false, uidMap: '1000 1000 1\n', status: 'CapEff:\t0\n' }, null],
  ['root of a machine', { uidMap: NORMAL_MAP, status: ALL }, null],
  ['root of a system without maps', { uidMap: '', status: '' }, null],
  ['root of a container with many users', { uidMap: '0 1000 1\n1 100000 65536\n', status: ALL }, null],
  [
    'root of a namespace with one user',
    { uidMap: '0 1000 1\n', status: ALL },
    'this user namespace has no other user',
  ],
  [
    'root without capabilities',
    { uidMap: NORMAL_MAP, status: 'CapEff:\t0000000000000000\n' },
    'root may not become another user here (CAP_CHOWN is missing)',
  ],
  [
    'root that may not change users',
    { uidMap: NORMAL_MAP, status: 'CapEff:\t000001ffffffff7f\n' },
    'root may not become another user here (CAP_SETUID is missing)',
  ],
])('%s', (_name, facts, reason) => {
  expect(whyNoOtherUser({ isRoot: true, ...facts })).toBe(reason);
});

// A container may forbid user namespaces.
const UNSHARE = '/usr/bin/unshare';
const hasNamespaces = spawnSync(UNSHARE, ['-r', UNSHARE, '-U', '--map-user=1', 'true']).status === 0;

/** Starts, uses and stops PostgreSQL as root of a namespace with one user. */
const PROGRAM = `
  const { startEmbeddedPostgres } = await import(process.argv[1]);
  const { silentLog } = await import(process.argv[2]);
  const options = { dataDir: process.argv[3], log: silentLog };
  const first = await startEmbeddedPostgres(options);
  await first.letGo();
  const second = await startEmbeddedPostgres(options);
  console.log(JSON.stringify({ uid: process.getuid(), tookOver: second.tookOver }));
  await second.stop();
`;

test.runIf(hasNamespaces)(
  'root of a namespace with one user starts, takes over and stops PostgreSQL; so does its real user then',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kurir-fake-root-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const dataDir = path.join(folder, 'data');
    const args = ['--input-type=module', '-e', PROGRAM, EMBEDDED, LOG, dataDir];
    const run = async (command: string, first: string[]) =>
      JSON.parse((await promisify(execFile)(command, [...first, ...args])).stdout);

    const inside = await run(UNSHARE, ['-r', process.execPath]);
    const outside = await run(process.execPath, []);

    expect(inside).toEqual({ uid: 0, tookOver: true });
    expect(outside).toEqual({ uid: process.getuid?.(), tookOver: true });
  },
);
