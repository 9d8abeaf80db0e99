import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { startReceiver } from '../../../test/harness/receiver.ts';
import { until } from '../../../test/harness/until.ts';
import { webhookAccount } from '../../../test/harness/webhook-account.ts';
import type { CommandRunner } from '../../command.ts';
import { systemClock } from '../../platform/lib/clock.ts';
import type { CommandOutput } from '../../platform/lib/command.ts';
import { registerWebhookCommands } from './commands.ts';

const file = await testContext({ cleanup: afterAll });
const CLI = new URL('../../cli.js', import.meta.url);

/** Runs `kurir webhook ...` on a context and answers what it would print. */
async function kurir(ctx: Parameters<Parameters<CommandRunner>[0]>[0], ...args: string[]) {
  const outputs: CommandOutput[] = [];
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  registerWebhookCommands(program, async (action) => void outputs.push(await action(ctx)));
  await program.parseAsync(['webhook', ...args], { from: 'user' });
  return outputs[0];
}

/** How `kurir webhook test` on this webhook fails. */
function failureOf(ctx: Parameters<typeof kurir>[0], webhookId: number): Promise<unknown> {
  const failure = kurir(ctx, 'test', '--webhook', String(webhookId)).then((output) => ({ output }));
  return failure.catch((error: unknown) => error);
}

/** The command line as a separate process, on the database of this file. */
function runCommandLine(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = { DATABASE_URL: file.databaseUrl, KURIR_SECRET_KEY: 'a1'.repeat(32), PATH: process.env.PATH };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [fileURLToPath(CLI), ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

test('webhook list shows every webhook with its account and without its secret', async () => {
  const first = await webhookAccount({ ctx: file });
  const second = await webhookAccount({ ctx: file, beside: true });
  const { id, secret } = await first.register('https://one.example/', ['message.status']);
  await second.register('https://two.example/');

  const all = await kurir(first.ctx, 'list', '--json');
  const one = await kurir(first.ctx, 'list', '--account', String(first.id));

  expect(all).toMatchObject([{ account_id: first.id }, { account_id: second.id }]);
  expect(one).toEqual([
    {
      account_id: first.id,
      id,
      url: 'https://one.example/',
      device_uuids: null,
      events: ['message.status'],
      status: 'enabled',
      failure_count: 0,
      failures_left: 10,
      warning: null,
      failing_since: null,
      last_error: null,
      disabled_at: null,
      created_at: first.ctx.now().toISOString(),
      previous_secret_until: null,
    },
  ]);
  expect(JSON.stringify(all)).not.toContain(secret);
});

test('an account that is no number is refused', async () => {
  const { ctx } = await webhookAccount({ ctx: file });

  await expect(kurir(ctx, 'list', '--account', 'toko')).rejects.toThrow('An account has a whole number.');
});

test('webhook deliveries shows the log, as far as it is asked for', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver((_, response) => response.writeHead(503).end());
  const { id } = await shop.register(receiver.url);
  const { event_id } = await shop.event('message.status');
  await shop.worker.runOnce();
  await shop.event('device.status');
  await shop.worker.runOnce();
  const webhook = ['--webhook', String(id)];

  const all = await kurir(shop.ctx, 'deliveries', ...webhook);
  const one = await kurir(
    shop.ctx,
    'deliveries',
    ...webhook,
    '--event',
    'message.status',
    '--status',
    'pending',
  );
  const none = await kurir(shop.ctx, 'deliveries', ...webhook, '--since', '2999-01-01T00:00:00Z');
  const latest = await kurir(shop.ctx, 'deliveries', ...webhook, '--limit', '1');

  expect(all).toMatchObject([{ event: 'device.status' }, { event: 'message.status' }]);
  expect(one).toMatchObject([{ event_id, status: 'pending', last_status_code: 503, last_error: null }]);
  expect([none, latest]).toEqual([[], all && [(all as unknown[])[0]]]); // a list, as seen above
});

test('webhook attempts shows what came of each attempt of a delivery', async () => {
  const shop = await webhookAccount({ ctx: file });
  const answers = [503, 204];
  const receiver = await startReceiver((_, response) =>
    response.writeHead(answers.shift() ?? 500).end('nanti'),
  );
  await shop.register(receiver.url);
  await shop.event('message.status');
  const begun = file.now().toISOString();
  await shop.worker.runOnce();
  file.clock.advance(60_000);
  await shop.worker.runOnce();
  const [delivery] = await shop.deliveries();

  const attempts = await kurir(shop.ctx, 'attempts', '--delivery', String(delivery?.id));

  const each = { duration_ms: expect.any(Number), error: null, automation: null };
  expect(attempts).toEqual([
    { ...each, number: 1, started_at: begun, status_code: 503, response: 'nanti' },
    { ...each, number: 2, started_at: file.now().toISOString(), status_code: 204, response: '' },
  ]);
});

test('webhook replay delivers again: one delivery, or what a webhook has not received', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver();
  const { id } = await shop.register(receiver.url);
  await shop.event('message.status');
  await shop.worker.runOnce();
  const since = ['--since', '2020-01-01T00:00:00+07:00'];
  const [delivery] = await shop.deliveries();

  const one = await kurir(shop.ctx, 'replay', '--delivery', String(delivery?.id));
  await shop.worker.runOnce();
  const rest = await kurir(shop.ctx, 'replay', '--webhook', String(id), ...since);
  const all = await kurir(shop.ctx, 'replay', '--webhook', String(id), ...since, '--all');

  expect(one).toEqual({ webhook_id: id, delivery_id: expect.any(Number) });
  expect(rest).toEqual({ webhook_id: id, queued: 0 });
  expect(all).toEqual({ webhook_id: id, queued: 1 });
  expect(receiver.requests).toHaveLength(2);
});

test('webhook test waits for the endpoint and shows what it made of the event', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver((_, response) => response.end('diterima'));
  const { id } = await shop.register(receiver.url, ['device.status']);
  shop.worker.start();

  const outcome = await kurir(shop.ctx, 'test', '--webhook', String(id));
  await shop.worker.stop();

  expect(outcome).toEqual({
    webhook_id: id,
    delivery_id: expect.any(Number),
    status: 'delivered',
    status_code: 200,
    duration_ms: expect.any(Number),
    error: null,
    response: 'diterima',
  });
  expect(receiver.requests).toHaveLength(1);
});

test('a webhook is an argument or an option, and a command without one says where to look', async () => {
  const shop = await webhookAccount({ ctx: file });
  const { id } = await shop.register('https://one.example/');

  const [byArgument, byOption] = [
    await kurir(shop.ctx, 'deliveries', String(id)),
    await kurir(shop.ctx, 'deliveries', '--webhook', String(id)),
  ];

  expect([byArgument, byOption]).toEqual([[], []]);
  await expect(kurir(shop.ctx, 'test', String(id + 99))).rejects.toMatchObject({ code: 'webhook_not_found' });
  await expect(kurir(shop.ctx, 'test')).rejects.toMatchObject({
    kind: 'invalid_usage',
    message: 'Which webhook? See the numbers: ./kurir webhook list',
  });
});

test('webhook test fails when the endpoint does, with all that is known of it', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver((_, response) => response.writeHead(418).end('a teapot'));
  const refusing = await shop.register(receiver.url);
  const silent = await shop.register('http://127.0.0.1:9/');
  shop.worker.start();

  const refused = await failureOf(shop.ctx, refusing.id);
  const unanswered = await failureOf(shop.ctx, silent.id);
  await shop.worker.stop();
  const failures = (await shop.webhooks()).map(({ failure_count }) => failure_count);
  const other = await webhookAccount({ ctx: file });
  const disabled = await other.register('http://127.0.0.1:9/');
  const unsending = failureOf(other.ctx, disabled.id);
  await until(async () => (await other.deliveries()).some(({ status }) => status === 'pending'));
  await file.pool.query(`update webhooks set status = 'disabled' where id = $1`, [disabled.id]);
  await other.worker.runOnce();
  const unsent = await unsending;

  const failed = { delivery_id: expect.any(Number), status: 'failed' };
  expect(refused).toMatchObject({
    message: 'The endpoint answered 418; only 2xx is a receipt.',
    output: { ...failed, status_code: 418, error: null, response: 'a teapot' },
  });
  expect(unanswered).toMatchObject({
    message: expect.stringContaining('The endpoint gave no answer. connect_failed: '),
    output: { ...failed, status_code: null, error: expect.stringContaining('ECONNREFUSED') },
  });
  expect(unsent).toMatchObject({
    message: expect.stringContaining('Nothing was sent'),
    output: { ...failed, status_code: null, error: null },
  });
  expect(failures).toEqual([0, 0]);
});

test('a script sees by the exit code that the endpoint failed, and reads what was found on stdout', async () => {
  // The command has the real time.
  const shop = await webhookAccount({ ctx: file, parts: systemClock });
  const receiver = await startReceiver((_, response) => response.writeHead(503).end());
  const { id } = await shop.register(receiver.url);
  shop.worker.start();

  const ended = await runCommandLine('webhook', 'test', '--webhook', String(id), '--json');
  await shop.worker.stop();

  expect(ended).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^\{"webhook_id":.*"status":"failed","status_code":503,.*\}\n$/),
    stderr: '{"error":"failed","message":"The endpoint answered 503; only 2xx is a receipt."}\n',
  });
});

test('webhook test does not wait forever when no worker delivers', async () => {
  const shop = await webhookAccount({ ctx: file });
  const { id } = await shop.register('http://127.0.0.1:9/');
  const later = new Date(file.now().getTime() + 31_000);
  const times = [file.now(), file.now()];
  const ctx = { ...shop.ctx, now: () => times.shift() ?? later };

  await expect(kurir(ctx, 'test', '--webhook', String(id))).rejects.toThrow(/is a gateway .* running\?$/);
});

test('webhook enable sends what was held, and says what it did', async () => {
  const shop = await webhookAccount({ ctx: file });
  const answer = { status: 500 };
  const receiver = await startReceiver((_, response) => response.writeHead(answer.status).end());
  const { id } = await shop.register(receiver.url);
  await shop.events(10);
  await shop.worker.runOnce();
  const failed = receiver.requests.length;
  const missed_since = file.now().toISOString();
  answer.status = 204;

  const enabled = await kurir(shop.ctx, 'enable', '--webhook', String(id));
  const again = await kurir(shop.ctx, 'enable', '--webhook', String(id));
  file.clock.advance(60_000);
  await shop.worker.runOnce();

  const state = { webhook_id: id, status: 'enabled', failure_count: 0 };
  expect(enabled).toEqual({ ...state, queued: 10, missed_since });
  expect(again).toEqual({ ...state, queued: 0, missed_since: null });
  expect(receiver.requests).toHaveLength(failed + 10);
});

test('webhook rotate-secret shows the new secret, webhook remove forgets the webhook', async () => {
  const shop = await webhookAccount({ ctx: file });
  const { id, secret } = await shop.register('http://127.0.0.1:9/');
  const webhook = ['--webhook', String(id)];

  const rotated = await kurir(shop.ctx, 'rotate-secret', ...webhook, '--overlap-hours', '0');
  const removed = await kurir(shop.ctx, 'remove', ...webhook);

  expect(rotated).toEqual({ id, secret: expect.stringMatching(/^\w{48}$/), previous_secret_until: null });
  expect(rotated).not.toMatchObject({ secret });
  expect(removed).toEqual({ webhook_id: id, removed: true });
  expect(await shop.webhooks()).toEqual([]);
});

test.each([
  [['deliveries'], 'Which webhook? See the numbers: ./kurir webhook list'],
  [['deliveries', '--webhook', 'x'], 'A webhook has a whole number.'],
  [['deliveries', '--webhook', '999999'], 'No such webhook'],
  [
    ['deliveries', '--webhook', '1', '--status', 'lost'],
    'Allowed choices are pending, delivered, failed, held.',
  ],
  [['deliveries', '--webhook', '1', '--since', 'yesterday'], 'Give a time like 2027-01-31T12:00:00Z.'],
  [['deliveries', '--webhook', '1', '--limit', '0'], 'The limit'],
  [['attempts'], "required option '--delivery <delivery>' not specified"],
  [['attempts', '--delivery', '999999'], 'no such delivery'],
  [['replay'], 'Give --delivery ID, or --webhook ID and --since TIME.'],
  [['replay', '--webhook', '1'], 'Give --delivery ID, or --webhook ID and --since TIME.'],
  [['replay', '--delivery', '1', '--webhook', '1'], 'Give --delivery ID, or --webhook ID and --since TIME.'],
  [['replay', '--delivery', '999999'], 'no such delivery'],
  [['rotate-secret', '--webhook', '1', '--overlap-hours', '169'], 'Give whole hours from 0 to 168.'],
  [['rotate-secret', '--webhook', '999999'], 'No such webhook'],
  [['enable', '--webhook', '999999'], 'No such webhook'],
  [['test', '--webhook', '999999'], 'No such webhook'],
  [['remove', '--webhook', '999999'], 'No such webhook'],
])('webhook %j is refused in one line', async (args, line) => {
  await expect(kurir(file, ...args)).rejects.toThrow(line);
});
