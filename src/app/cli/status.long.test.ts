import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { installation } from '../../../test/harness/gateway.ts';
import { preparedInstallation } from '../../../test/harness/prepared-installation.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

test('status and links show what runs; status also shows it after a stop, and starts nothing', async () => {
  const { start, run, pids, folder } = await preparedInstallation();
  const status = async () => JSON.parse((await run('status', '--json')).stdout);
  const gateway = await start();
  const running = await pids();

  const paired = await run('device', 'pair', '--scan', '6281100000001', '--json');
  const [ready, words] = [await status(), await run('status')];
  const logIn = JSON.parse((await run('user', 'log-in-link', 'demo@kurir.test', '--json')).stdout);
  gateway.child.kill('SIGTERM');
  await gateway.ended;
  const [stopped, advice] = [await status(), await run('status')];
  const refused = await run('device', 'pair');

  expect(paired.stderr).toBe('');
  expect(ready).toEqual({
    version,
    gateway: 'ready',
    url: gateway.url,
    database: 'running',
    sandbox: 'running',
    processes: {
      gateway: gateway.pid,
      sessions: [expect.any(Number)],
      postgres: running.postgres,
      sandbox: running.sandbox,
    },
    accounts: { active: 1 },
    has_users: true,
    devices: { connected: 1 },
    queued_messages: 0,
    webhooks: { enabled: 0, failing: 0, disabled: 0 },
    vectors: { pgvector: 0, in_process: 0 },
    attention: [],
    gateways: [{ host: expect.any(String), pid: gateway.pid, version }],
    last_backup: null,
    data_folder: folder,
    disk: { free_bytes: expect.any(Number), total_bytes: expect.any(Number) },
  });
  expect(new URL(logIn.link).origin).toBe(gateway.url);
  expect(words.stdout).toMatch(/^gateway +ready \(process \d+\)\naddress +http:/m);
  expect(words.stdout).toMatch(/^devices +1 connected\nqueue +0 messages$/m);
  expect([words.code, advice.code]).toEqual([0, 1]);
  expect(stopped).toMatchObject({ gateway: 'stopped', url: null, database: 'stopped', sandbox: 'stopped' });
  expect(advice.stdout).toMatch(/^gateway +stopped$/m);
  expect(advice.stdout).toMatch(/npm start/);
  expect([refused.code, refused.stderr]).toEqual([
    7,
    expect.stringMatching(/^No gateway runs .*npm start\n$/),
  ]);
  expect(await pids()).toEqual({ postgres: null, sandbox: null, ours: [] });
});

test('status leads a new installation to account, user and device, and knows a killed gateway', async () => {
  const { start, run } = await preparedInstallation({ KURIR_SANDBOX: 'off' });
  const gateway = await start();
  const next = async () => /^next +(.*)$/m.exec((await run('status')).stdout)?.[1] ?? '';
  /** As the reader types it, with own values. */
  const follow = async () => {
    const line = await next();
    const words = line
      .slice(line.indexOf('./kurir ') + 8)
      .replace('NAME', 'Toko')
      .replace('EMAIL', 'a@toko.example');
    return { line, code: (await run(...words.split(' '))).code };
  };

  const steps = [await follow(), await follow()];
  const last = await next();
  gateway.child.kill('SIGKILL');
  await gateway.ended;
  const killed = await run('status');

  expect(steps).toEqual([
    { line: 'Create an account: ./kurir account create --name NAME --plan pro', code: 0 },
    { line: 'Create the first user: ./kurir user create EMAIL --role owner --operator', code: 0 },
  ]);
  expect(last).toBe('Pair a device: ./kurir device pair');
  expect(killed.stdout).toMatch(/^devices +none, before the gateway stopped$/m);
});

test('--version prints the version', async () => {
  const { run } = await installation();

  expect(await run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});
