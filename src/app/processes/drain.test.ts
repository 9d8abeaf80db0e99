import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/harness/database.ts';
import { choosePort } from '../../../test/harness/free-port.ts';
import { preparedInstallation } from '../../../test/harness/prepared-installation.ts';

async function ask(url: string): Promise<unknown> {
  const answer = await fetch(url).catch(() => null);
  return answer && [answer.status, await answer.json()];
}

test('a worker without the API is ready on its health port, and not ready while it drains after SIGTERM', async () => {
  const port = await choosePort();
  const { start, run } = await preparedInstallation({
    DATABASE_URL: await testDatabase(),
    KURIR_SECRET_KEY: '0123456789abcdef'.repeat(4),
    KURIR_ROLES: 'worker,sessions',
    KURIR_SANDBOX: 'off',
    KURIR_HEALTH_PORT: String(port),
    KURIR_DRAIN_SECONDS: '2',
  });
  const place = `http://127.0.0.1:${port}`;

  const gateway = await start();
  const running = await ask(`${place}/readyz`);
  const status = await run('status', '--json');
  gateway.child.kill('SIGTERM');
  await expect.poll(() => ask(`${place}/readyz`), { interval: 20 }).not.toEqual(running);
  const draining = await Promise.all([ask(`${place}/readyz`), ask(`${place}/healthz`)]);
  const end = await gateway.ended;
  const stopped = await run('status', '--json');

  expect(gateway.url).toBe('');
  expect(running).toEqual([200, { status: 'ready' }]);
  expect([status, stopped].map(({ code, stdout }) => [code, JSON.parse(stdout).gateway])).toEqual([
    [0, 'ready'],
    [1, 'stopped'],
  ]);
  expect(draining).toEqual([
    [503, { error: 'service_unavailable', message: 'Not ready: the process is stopping.' }],
    [200, { status: 'alive' }],
  ]);
  expect([end, await ask(`${place}/readyz`)]).toEqual([{ code: 0, signal: null }, null]);
});
