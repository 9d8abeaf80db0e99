import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { adminQuery, testDatabase } from '../../../test/harness/database.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { VERSION } from '../../platform/lib/version.ts';
import { HEARTBEAT_MS } from './supervisor.ts';

const CLI = fileURLToPath(new URL('../../cli.js', import.meta.url));

/** As main starts it. No provider answers. */
function startChild(databaseUrl: string): { child: ChildProcess; nodeId: string } {
  const nodeId = randomUUID();
  const child = fork(CLI, ['sessions', '--network', 'live', '--node', nodeId], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      KURIR_SECRET_KEY: '0123456789abcdef'.repeat(4),
      KURIR_GRAPH_URL: 'http://127.0.0.1:9',
      KURIR_ALLOW_INSECURE_PROVIDERS: '1',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, nodeId };
}

/** A child that has the only device. */
async function startWithDevice() {
  const ctx = await testContext();
  const device = await insertDevice(ctx, await insertAccount(ctx), { engine: 'official_cloud' });
  await ctx.pool.query(`update devices set wanted = 'connected'`);
  const { child, nodeId } = startChild(ctx.databaseUrl);
  async function owner(): Promise<string | null> {
    const { rows } = await ctx.pool.query('select node_id from device_leases where device_id = $1', [
      device.id,
    ]);
    return rows[0]?.node_id;
  }
  await expect.poll(owner, { timeout: 20_000 }).toBe(nodeId);
  return { child, owner };
}

test('a sessions child gives its devices back within seconds of the death of main, and ends', async () => {
  const { child, owner } = await startWithDevice();

  const exited = once(child, 'exit');
  const died = performance.now();
  child.disconnect();
  await expect.poll(owner, { interval: 20, timeout: 20_000 }).toBeNull();
  const freedAfterMs = performance.now() - died;
  await exited;

  // Leases run out after 15 s.
  expect(freedAfterMs).toBeLessThan(5_000);
});

test('a sessions child whose heartbeat finds main dead still gives its devices back', async () => {
  const { child, owner } = await startWithDevice();
  await once(child, 'message');

  const exited = once(child, 'exit');
  child.kill('SIGSTOP');
  child.disconnect();
  // The heartbeat is due when the child goes on, before the child reads that main is gone.
  await setTimeout(HEARTBEAT_MS);
  child.kill('SIGCONT');
  const [code] = await exited;

  expect([code, await owner()]).toEqual([0, null]);
});

test('a sessions child works beside a database that the next minor version has migrated', async () => {
  const [major, minor] = VERSION.split('.').map(Number);
  const databaseUrl = await testDatabase();
  await adminQuery(
    databaseUrl,
    `insert into kurir_migrations (name, sha256, version)
     values ('9999_later.sql', '', '${major}.${(minor ?? 0) + 1}.0')`,
  );

  const { child } = startChild(databaseUrl);

  await expect.poll(() => once(child, 'message'), { timeout: 20_000 }).toContain('working');
});
