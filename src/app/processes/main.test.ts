import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { testDatabase } from '../../../test/harness/database.ts';
import { insertEvents } from '../../../test/harness/events.ts';
import { cloneIn, type GatewayProcess, installation, isAlive } from '../../../test/harness/gateway.ts';
import { preparedInstallation } from '../../../test/harness/prepared-installation.ts';
import { startReceiver } from '../../../test/harness/receiver.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { sandboxTokenIn } from '../../../test/harness/shop.ts';
import { createSecretBox } from '../../lib/secret-box.ts';
import { registerWebhook } from '../../webhooks/webhook.ts';

const KEY = '0123456789abcdef'.repeat(4);

/** The lines that a new user copies. */
const FIRST_STEPS =
  /^\S.*\.\/kurir device pair .*\n.*\.\/kurir message send .*\n.*\.\/kurir sandbox messages .*$/m;

async function statusAt(
  url: string,
  path = '/readyz',
  headers: Record<string, string> = {},
): Promise<number> {
  const answer = await fetch(url + path, { headers }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status ?? 0;
}

/** The key that the very first start prints. */
function keyOf({ welcome }: GatewayProcess): string {
  return /kurir_\w+/.exec(welcome)?.[0] ?? '';
}

async function createDevice({ url }: GatewayProcess, key: string): Promise<string> {
  const answer = await fetch(`${url}/v1/devices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"label":"Toko"}',
  });
  return ((await answer.json()) as { device_uuid: string }).device_uuid;
}

test('a gateway prints the first steps, refuses a second one, and leaves no process after SIGTERM', async () => {
  const { start, run, pids, folder } = await installation();

  const gateway = await start();
  const running = await pids();
  const second = await run('start');
  const status = await statusAt(gateway.url);
  gateway.child.kill('SIGTERM');
  const end = await gateway.ended;

  expect([second.code, second.stdout]).toEqual([4, '']);
  expect(second.stderr).toMatch(new RegExp(`^.*process ${gateway.pid}.*\n$`));
  expect(status).toBe(200);
  expect(gateway.welcome).toMatch(FIRST_STEPS);
  for (const secret of ['secret-key', 'sandbox-token']) {
    expect(statSync(join(folder, secret)).mode & 0o777).toBe(0o600);
  }
  expect(running.postgres && running.sandbox).toBeTruthy();
  expect(end).toEqual({ code: 0, signal: null });
  expect(isAlive(running.postgres ?? 0)).toBe(false);
  expect(await pids()).toEqual({ postgres: null, sandbox: null, ours: [] });
});

test('the first lines lead to a delivered message; SIGINT to the whole group, twice, stops in order', async () => {
  const { start, pids, folder } = await preparedInstallation();
  const gateway = await start();
  const [lines = ''] = FIRST_STEPS.exec(gateway.welcome) ?? [];

  const options = {
    cwd: await cloneIn(folder),
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
    timeout: 45_000,
  } as const;
  const typed = spawnSync('sh', ['-ec', lines], options);
  process.kill(-gateway.pid, 'SIGINT');
  process.kill(-gateway.pid, 'SIGINT');
  const end = await gateway.ended;

  expect([typed.status, typed.stderr]).toEqual([0, '']);
  expect(typed.stdout).toMatch(/^status +connected$/m);
  expect(typed.stdout).toMatch(/^status +delivered$/m);
  expect(typed.stdout).toContain('Halo dari Kurir');
  expect(end).toEqual({ code: 0, signal: null });
  expect(await pids()).toEqual({ postgres: null, sandbox: null, ours: [] });
});

test('after kill -9 of main the next start takes over, and kurir stop ends what is left', async () => {
  const { start, run, pids } = await preparedInstallation();
  const first = await start();
  const before = await pids();

  first.child.kill('SIGKILL');
  await first.ended;
  const second = await start();
  const after = await pids();
  second.child.kill('SIGKILL');
  await second.ended;
  const stopped = await run('stop', '--json');

  expect([after.postgres, after.sandbox]).toEqual([before.postgres, before.sandbox]);
  expect(await statusAt(first.url)).toBe(0);
  expect(JSON.parse(stopped.stdout)).toEqual({ gateway: false, sessions: 0, sandbox: true, postgres: true });
  expect(await pids()).toEqual({ postgres: null, sandbox: null, ours: [] });
});

test('a killed sessions child is replaced, and kurir stop ends one that hangs after main was killed', async () => {
  const { start, run, pids, folder } = await preparedInstallation();
  const gateway = await start();
  const key = keyOf(gateway);
  const uuid = await createDevice(gateway, key);
  const { ours: without } = await pids();
  const child = async () => (await pids()).ours.find((pid) => !without.includes(pid)) ?? 0;
  await fetch(`${gateway.url}/v1/devices/${uuid}/qr`, { headers: { authorization: `Bearer ${key}` } });
  await expect.poll(child).not.toBe(0);
  const first = await child();

  process.kill(first, 'SIGKILL');
  await expect.poll(async () => [0, first].includes(await child())).toBe(false);
  const second = await child();
  await expect.poll(() => readFileSync(join(folder, 'sessions.json'), 'utf8')).toContain(`:${second},`);
  process.kill(second, 'SIGSTOP');
  gateway.child.kill('SIGKILL');
  await gateway.ended;
  const stopped = await run('stop', '--json');

  expect(isAlive(first)).toBe(false);
  expect(JSON.parse(stopped.stdout)).toMatchObject({ gateway: false, sessions: 1 });
  expect(await pids()).toEqual({ postgres: null, sandbox: null, ours: [] });
});

test('PostgreSQL and the sandbox come back by themselves where they were', async () => {
  const { start, run, pids, folder } = await preparedInstallation();
  const gateway = await start();
  const before = await pids();
  const headers = { 'x-sandbox-token': await sandboxTokenIn(folder) };

  process.kill(before.postgres ?? 0, 'SIGKILL');
  process.kill(before.sandbox ?? 0, 'SIGKILL');
  await expect.poll(async () => (await pids()).postgres ?? before.postgres).not.toBe(before.postgres);
  await expect.poll(() => statusAt(gateway.url)).toBe(200);
  await expect.poll(() => statusAt(gateway.url, '/sandbox', headers)).toBe(200);
  expect(await statusAt(gateway.url, '/sandbox')).toBe(403);
  const messages = await run('sandbox', 'messages', '6281234567890', '--json');

  const { sandbox } = await pids();
  expect(sandbox).not.toBe(before.sandbox);
  expect(messages.stdout).toBe('{"data":[]}\n');
});

test('SIGTERM during the start ends it with 0, and leaves no process', async () => {
  const { launch, folder, pids } = await installation();
  const child = launch();
  const ended = once(child, 'exit');
  await expect.poll(() => statSync(join(folder, 'postgres.lock'), { throwIfNoEntry: false })).toBeTruthy();

  child.kill('SIGTERM');

  expect(await ended).toEqual([0, null]);
  expect(await pids()).toEqual({ postgres: null, sandbox: null, ours: [] });
});

test('two gateways share one database, and a wrong key is refused', async () => {
  const DATABASE_URL = await testDatabase();
  const env = { DATABASE_URL, KURIR_SECRET_KEY: KEY };
  const { start, run, folder } = await installation(env);
  const other = await installation({ DATABASE_URL, KURIR_SECRET_KEY: KEY.replaceAll('0', 'f') });

  const [api, worker] = await Promise.all([
    start({ KURIR_ROLES: 'api', KURIR_SANDBOX: 'off' }),
    start({ KURIR_ROLES: 'worker,sessions', KURIR_SANDBOX: 'off' }),
  ]);
  const [account, refused] = await Promise.all([
    run('account', 'create', '--name', 'Toko', '--json'),
    other.run('start'),
  ]);
  const devices = await run('device', 'list', '--json');

  expect(await statusAt(api.url)).toBe(200);
  expect(worker.url).toBe('');
  expect(api.welcome).toMatch(/There is no account yet\..* account create --name NAME$/m);
  expect(JSON.parse(account.stdout)).toEqual({
    account_id: 1,
    api_key: expect.stringMatching(/^kurir_/),
    kind: 'live',
  });
  expect(devices.stdout).toBe('{"data":[]}\n');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/^KURIR_SECRET_KEY: not the key that the secrets of this database .*\n$/);
  expect(statSync(join(folder, 'postgres'), { throwIfNoEntry: false })).toBeUndefined();
});

test.each([
  ['on its data folder', false],
  ['on another machine of its database', true],
])('account create finds a gateway with a sandbox %s', async (_name, isElsewhere) => {
  const shared = async () => ({ DATABASE_URL: await testDatabase(), KURIR_SECRET_KEY: KEY });
  const env: Record<string, string> = isElsewhere ? await shared() : {};
  const here = await preparedInstallation(env);
  const { run } = isElsewhere ? await installation(env) : here;
  const create = async (...flags: string[]) =>
    JSON.parse((await run('account', 'create', '--name', 'Toko', '--json', ...flags)).stdout);

  const gateway = await here.start({ KURIR_ROLES: 'api' });
  const [beside, live] = [await create(), await create('--live')];
  gateway.child.kill('SIGTERM');
  await gateway.ended;
  const alone = await create();

  expect([beside.kind, live.kind, alone.kind]).toEqual(['sandbox', 'live', 'live']);
  expect([beside, live, alone].map(({ warning }) => warning)).toEqual([
    undefined,
    expect.stringContaining('restrict or ban'),
    undefined,
  ]);
});

test('commands work without a gateway and leave no database running', async () => {
  const { run, pids } = await installation();

  const [created, failed] = [
    await run('account', 'create', '--name', 'Toko', '--plan', 'pro', '--sandbox', '--json'),
    await run('account', 'suspend', '99'),
  ];

  expect(JSON.parse(created.stdout)).toEqual({
    account_id: 1,
    api_key: expect.stringMatching(/^kurir_/),
    kind: 'sandbox',
  });
  expect([failed.code, failed.stdout, failed.stderr]).toEqual([3, '', 'No account 99.\n']);
  expect(await pids()).toEqual({ postgres: null, sandbox: null, ours: [] });
});

test.each([
  [
    'several bad settings, a line each',
    1,
    { KURIR_PORT: 'http', KURIR_ROLES: 'api,cook' },
    [/^KURIR_PORT: "http" is not allowed\. /, /^KURIR_ROLES: "api,cook" is not allowed\. /],
  ],
  [
    'nobody at DATABASE_URL',
    5,
    { DATABASE_URL: 'postgres://kurir:topsecret@127.0.0.1:1/kurir', KURIR_SECRET_KEY: KEY },
    [/^(?!.*topsecret).*127\.0\.0\.1:1/],
  ],
  [
    'DATABASE_URL without KURIR_SECRET_KEY',
    1,
    { DATABASE_URL: 'postgres://kurir@127.0.0.1:1/kurir' },
    [/^KURIR_SECRET_KEY: needed with DATABASE_URL/],
  ],
])('%s: ends with %i and one line each', async (_name, expected, env, lines) => {
  const { run } = await installation(env);

  const { code, stdout, stderr } = await run('start');

  expect([code, stdout]).toEqual([expected, '']);
  const said = stderr.trimEnd().split('\n');
  expect(said).toHaveLength(lines.length);
  for (const [index, line] of lines.entries()) expect(said[index]).toMatch(line);
});

test.each([
  ['a command', ['account', 'list']],
  ['the sandbox', ['sandbox']],
  ['a gateway', ['start']],
])('%s whose data folder cannot be made ends with one line', async (_name, args) => {
  const { run } = await installation({ KURIR_DATA_DIR: '/proc/kurir' });

  const { code, stdout, stderr } = await run(...args);

  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^KURIR_DATA_DIR: \/proc\/kurir cannot be created \(ENOENT\)\. .*\n$/);
});

/** Another program listens on it. */
async function takenPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' ? String(address?.port) : '';
}

test('a port that is taken ends the start with one line, and nothing of it is left', async () => {
  const port = await takenPort();
  const DATABASE_URL = await testDatabase();
  const { run, pids } = await installation({ DATABASE_URL, KURIR_SECRET_KEY: KEY, KURIR_PORT: port });

  const { code, stderr } = await run('start', '--sandbox');

  const listener = `process ${process.pid}: `;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^KURIR_PORT: .*\n$/);
  expect(stderr).toContain(`port ${port} is taken by another program (${listener}`);
  expect(await pids()).toEqual({ postgres: null, sandbox: null, ours: [] });
});

test('a gateway whose port is taken makes no webhook attempt and opens no session', async () => {
  const ctx = await testContext({ parts: { box: createSecretBox(KEY) } });
  const account = await insertAccount(ctx, {}, 'sandbox');
  await insertDevice(ctx, account);
  await ctx.pool.query(`update devices set wanted = 'connected'`);
  const receiver = await startReceiver();
  await registerWebhook(ctx, account, { url: receiver.url, events: ['message.status'] });
  const event = { account_id: account.id, type: 'message.status', body: '{}', created_at: new Date() };
  await insertEvents(ctx.pool, [event]);
  const { start, run } = await installation({
    DATABASE_URL: ctx.databaseUrl,
    KURIR_SECRET_KEY: KEY,
    KURIR_PORT: await takenPort(),
    LOG_LEVEL: 'info',
  });

  const { code, stderr } = await run('start', '--sandbox');
  const { rows: deliveries } = await ctx.pool.query('select from webhook_deliveries');
  const requests = receiver.requests.length;
  const { log } = await start({ KURIR_PORT: '0' });
  await receiver.arrived(1);

  expect([code, requests, deliveries]).toEqual([1, 0, []]);
  expect(stderr).not.toContain('sessions.started');
  // The work was due.
  await expect.poll(log).toContain('sessions.started');
});
