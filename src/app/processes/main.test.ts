import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { testDatabase } from '../../../test/harness/database.ts';
import { insertEvents } from '../../../test/harness/events.ts';
import { cloneIn, type GatewayProcess, installation, isAlive } from '../../../test/harness/gateway.ts';
import { isLong } from '../../../test/harness/long.ts';
import { longTest } from '../../../test/harness/long-test.ts';
import { preparedInstallation } from '../../../test/harness/prepared-installation.ts';
import { processesOfPart } from '../../../test/harness/processes.ts';
import { startReceiver } from '../../../test/harness/receiver.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { sandboxTokenIn } from '../../../test/harness/shop.ts';
import { registerWebhook } from '../../gateway/webhooks/webhook.ts';
import { createSecretBox } from '../../platform/lib/secret-box.ts';

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

test('a gateway prints the first steps, refuses a second one, and two SIGINT to its group stop it', async () => {
  const { start, run, pids, folder } = await installation();

  const gateway = await start();
  const running = await pids();
  const second = await run('start');
  const status = await statusAt(gateway.url);
  process.kill(-gateway.pid, 'SIGINT');
  process.kill(-gateway.pid, 'SIGINT');
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

/** The next tests run in this order on one installation, because a start takes seconds. */
const shop = await preparedInstallation({}, afterAll);
let gateway: GatewayProcess;

test('the first lines lead to a delivered message', async () => {
  gateway = await shop.start();
  const [lines = ''] = FIRST_STEPS.exec(gateway.welcome) ?? [];

  const options = {
    cwd: await cloneIn(shop.folder),
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
    timeout: 45_000,
  } as const;
  const typed = spawnSync('sh', ['-ec', lines], options);

  expect([typed.status, typed.stderr]).toEqual([0, '']);
  expect(typed.stdout).toMatch(/^status +connected$/m);
  expect(typed.stdout).toMatch(/^status +delivered$/m);
  expect(typed.stdout).toContain('Halo dari Kurir');
});

test('PostgreSQL and the sandbox come back by themselves where they were', async () => {
  const before = await shop.pids();
  const headers = { 'x-sandbox-token': await sandboxTokenIn(shop.folder) };

  process.kill(before.postgres ?? 0, 'SIGKILL');
  process.kill(before.sandbox ?? 0, 'SIGKILL');
  await expect.poll(async () => (await shop.pids()).postgres ?? before.postgres).not.toBe(before.postgres);
  await expect.poll(() => statusAt(gateway.url)).toBe(200);
  await expect.poll(() => statusAt(gateway.url, '/sandbox', headers)).toBe(200);
  expect(await statusAt(gateway.url, '/sandbox')).toBe(403);
  const messages = await shop.run('sandbox', 'messages', '6281234567890', '--json');

  const { sandbox } = await shop.pids();
  expect(sandbox).not.toBe(before.sandbox);
  expect(messages.stdout).toContain('Halo dari Kurir');
});

/** Of the device that the first lines have paired. */
const sessionsChild = () => processesOfPart(shop.folder, 'sessions')[0] ?? 0;

test('a killed sessions child is replaced', async () => {
  await expect.poll(sessionsChild).not.toBe(0);
  const first = sessionsChild();

  process.kill(first, 'SIGKILL');
  await expect.poll(() => [0, first].includes(sessionsChild())).toBe(false);

  expect(isAlive(first)).toBe(false);
});

test('after kill -9 of main the next start takes over', async () => {
  const before = await shop.pids();
  const { url } = gateway;

  gateway.child.kill('SIGKILL');
  await gateway.ended;
  gateway = await shop.start();

  const after = await shop.pids();
  expect([after.postgres, after.sandbox]).toEqual([before.postgres, before.sandbox]);
  expect(await statusAt(url)).toBe(0);
});

test('kurir stop ends what a killed main left, and a sessions child that hangs', async () => {
  await expect.poll(sessionsChild).not.toBe(0);
  const hanging = sessionsChild();
  const note = join(shop.folder, 'sessions.json');
  await expect.poll(() => readFileSync(note, 'utf8')).toContain(`:${hanging},`);
  process.kill(hanging, 'SIGSTOP');
  gateway.child.kill('SIGKILL');
  await gateway.ended;

  const stopped = await shop.run('stop', '--json');

  expect(JSON.parse(stopped.stdout)).toEqual({ gateway: false, sessions: 1, sandbox: true, postgres: true });
  expect(await shop.pids()).toEqual({ postgres: null, sandbox: null, ours: [] });
});

test('a small gateway needs no process for its devices, which go on where they were', async () => {
  gateway = await shop.start({ KURIR_SMALL: 'on' });
  const phone = '6281234567890';

  const sent = await shop.run('message', 'send', phone, 'Halo lagi', '--json');
  const processes = processesOfPart(shop.folder, 'sessions');
  process.kill(gateway.pid, 'SIGTERM');
  const end = await gateway.ended;

  expect(JSON.parse(sent.stdout)).toMatchObject({ status: 'delivered' });
  expect(processes).toEqual([]);
  expect(end).toEqual({ code: 0, signal: null });
  expect(await shop.pids()).toEqual({ postgres: null, sandbox: null, ours: [] });
});

longTest('SIGTERM during the start ends it with 0, and leaves no process', async () => {
  const { launch, folder, pids } = await installation();
  const child = launch();
  const ended = once(child, 'exit');
  await expect.poll(() => statSync(join(folder, 'postgres.lock'), { throwIfNoEntry: false })).toBeTruthy();

  child.kill('SIGTERM');

  expect(await ended).toEqual([0, null]);
  expect(await pids()).toEqual({ postgres: null, sandbox: null, ours: [] });
});

longTest('two gateways share one database, and a wrong key is refused', async () => {
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

longTest.each([
  ['on its data folder', false],
  ['on another machine of its database', true],
] as const)(
  'account create finds a gateway with a sandbox %s, until SIGTERM ends it',
  async (_name, isElsewhere) => {
    const shared = async () => ({ DATABASE_URL: await testDatabase(), KURIR_SECRET_KEY: KEY });
    const env: Record<string, string> = isElsewhere ? await shared() : {};
    const here = isElsewhere ? await installation(env) : shop;
    const { run } = isElsewhere ? await installation(env) : here;
    const create = async (...flags: string[]) =>
      JSON.parse((await run('account', 'create', '--name', 'Toko', '--json', ...flags)).stdout);

    const running = await here.start({ KURIR_ROLES: 'api' });
    const [beside, live] = [await create(), await create('--live')];
    running.child.kill('SIGTERM');
    const end = await running.ended;
    const left = await here.pids();
    const alone = await create();

    expect(end).toEqual({ code: 0, signal: null });
    expect(left).toEqual({ postgres: null, sandbox: null, ours: [] });
    expect([beside.kind, live.kind, alone.kind]).toEqual(['sandbox', 'live', 'live']);
    expect([beside, live, alone].map(({ warning }) => warning)).toEqual([
      undefined,
      expect.stringContaining('restrict or ban'),
      undefined,
    ]);
  },
);

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

const WRONG: [string, number, Record<string, string>, RegExp[]][] = [
  [
    'several bad settings, a line each',
    1,
    { KURIR_PORT: 'http', KURIR_ROLES: 'api,cook' },
    [/^KURIR_PORT: "http" is not allowed\. /, /^KURIR_ROLES: "api,cook" is not allowed\. /],
  ],
  [
    'nobody at DATABASE_URL',
    5,
    {
      DATABASE_URL: 'postgres://kurir:topsecret@127.0.0.1:1/kurir',
      KURIR_SECRET_KEY: KEY,
      KURIR_DATABASE_WAIT_SECONDS: '0',
    },
    [/^(?!.*topsecret).*127\.0\.0\.1:1/],
  ],
  [
    'DATABASE_URL without KURIR_SECRET_KEY',
    1,
    { DATABASE_URL: 'postgres://kurir@127.0.0.1:1/kurir' },
    [/^KURIR_SECRET_KEY: needed with DATABASE_URL/],
  ],
];

test.each(isLong ? WRONG : WRONG.slice(0, 1))(
  '%s: ends with %i and one line each',
  async (_name, expected, env, lines) => {
    const { run } = await installation(env);

    const { code, stdout, stderr } = await run('start');

    expect([code, stdout]).toEqual([expected, '']);
    const said = stderr.trimEnd().split('\n');
    expect(said).toHaveLength(lines.length);
    for (const [index, line] of lines.entries()) expect(said[index]).toMatch(line);
  },
);

longTest.each([
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

longTest('a port that is taken ends a first start before it creates a database', async () => {
  const port = await takenPort();
  const { run, folder } = await installation({ KURIR_PORT: port });

  const { code, stderr } = await run('start', '--sandbox');

  expect([code, stderr]).toEqual([1, expect.stringContaining(`KURIR_PORT: port ${port} is taken by `)]);
  expect(await readdir(folder)).not.toContain('postgres');
});

longTest('a port that is taken ends the start with one line, no webhook attempt and no session', async () => {
  const port = await takenPort();
  const ctx = await testContext({ parts: { box: createSecretBox(KEY) } });
  const account = await insertAccount(ctx, {}, 'sandbox');
  await insertDevice(ctx, account);
  await ctx.pool.query(`update devices set wanted = 'connected'`);
  const receiver = await startReceiver();
  await registerWebhook(ctx, account, { url: receiver.url, events: ['message.status'] });
  const event = { account_id: account.id, type: 'message.status', body: '{}', created_at: new Date() };
  await insertEvents(ctx.pool, [event]);
  const { start, run, pids } = await installation({
    DATABASE_URL: ctx.databaseUrl,
    KURIR_SECRET_KEY: KEY,
    KURIR_PORT: port,
    LOG_LEVEL: 'info',
  });

  const { code, stderr } = await run('start', '--sandbox');
  const left = await pids();
  const { rows: deliveries } = await ctx.pool.query('select from webhook_deliveries');
  const requests = receiver.requests.length;
  const { log } = await start({ KURIR_PORT: '0' });
  await receiver.arrived(1);

  const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{"level":30,'));
  expect([code, requests, deliveries]).toEqual([1, 0, []]);
  expect(lines).toEqual([expect.stringMatching(/^KURIR_PORT: /)]);
  expect(lines[0]).toContain(`port ${port} is taken by another program (process ${process.pid}: `);
  expect(left).toEqual({ postgres: null, sandbox: null, ours: [] });
  expect(stderr).not.toContain('sessions.started');
  // The work was due.
  await expect.poll(log).toContain('sessions.started');
});
