import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { installation } from '../../../test/harness/gateway.ts';
import { longTest } from '../../../test/harness/long-test.ts';
import { until } from '../../../test/harness/until.ts';
import { webhookAccount } from '../../../test/harness/webhook-account.ts';

const CLI = fileURLToPath(new URL('../../cli.js', import.meta.url));

/** Runs a command, and signals it as soon as `isReady` says so. */
async function interrupted(
  args: readonly string[],
  env: Record<string, string>,
  isReady: () => Promise<boolean>,
  signal: NodeJS.Signals = 'SIGINT',
) {
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (text) => {
      written[name] += text;
    });
  }
  await until(isReady);
  child.kill(signal);
  const [code] = await once(child, 'close');
  return { code, ...written };
}

longTest.each([
  ['SIGINT', ['--json'], 130, '{"error":"interrupted","message":"Interrupted."}\n'],
  ['SIGINT', [], 130, 'Interrupted.\n'],
  ['SIGTERM', [], 143, 'Ended by SIGTERM.\n'],
] as const)('%s ends a waiting command, with %j, by %i and one line', async (signal, flags, code, stderr) => {
  const shop = await webhookAccount({ ctx: await testContext() });
  const { id } = await shop.register('http://127.0.0.1:9/');
  const env = { DATABASE_URL: shop.ctx.databaseUrl, KURIR_SECRET_KEY: 'a1'.repeat(32) };
  const isWaiting = async () => {
    const { rowCount } = await shop.ctx.pool.query('select from webhook_deliveries');
    return rowCount === 1;
  };

  const ended = await interrupted(
    ['webhook', 'test', '--webhook', `${id}`, ...flags],
    env,
    isWaiting,
    signal,
  );

  expect(ended).toEqual({ code, stdout: '', stderr });
});

test('a command that Ctrl-C ends leaves no database running', async () => {
  const { env, pids } = await installation();
  const isStarting = async () => (await pids()).postgres !== null;

  const ended = await interrupted(['plan', 'list'], env, isStarting);

  expect(ended).toEqual({ code: 130, stdout: '', stderr: 'Interrupted.\n' });
  expect(await pids()).toEqual({ postgres: null, sandbox: null, ours: [] });
});
