import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { type Receiver, startReceiver } from '../../../../test/harness/receiver.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { webhookAccount } from '../../../../test/harness/webhook-account.ts';
import { HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { MAX_FAILURES } from '../schema.ts';
import { signatureHeaders } from './signature.ts';

const file = await testContext({ cleanup: afterAll });

const refuse: Parameters<typeof startReceiver>[0] = (_, response) => response.writeHead(500).end('broken');
const bodies = (receiver: Receiver) => receiver.requests.map(({ body }) => body.toString());

test('an event goes to each subscribed webhook of its account, signed over the raw bytes', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver();
  const { secret } = await shop.register(receiver.url, ['message.received']);
  await shop.register(receiver.url, ['device.status']);
  const { event_id, body } = await shop.event(
    'message.received',
    '{"event":"message.received","body":"Halo 👋\\n  "}',
  );

  const attempts = await shop.worker.runOnce();

  expect(attempts).toBe(1);
  expect(bodies(receiver)).toEqual([body]);
  expect(receiver.requests[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    ...signatureHeaders(secret, { event_id, body: Buffer.from(body) }, shop.ctx.now()),
  });
  expect(await shop.deliveries()).toMatchObject([{ status: 'delivered', attempts: 1, claim_id: null }]);
});

test("another account's events stay its own", async () => {
  const shop = await webhookAccount({ ctx: file });
  const neighbour = await webhookAccount({ ctx: file, beside: true });
  const receiver = await startReceiver();
  await shop.register(receiver.url, ['message.received']);
  await neighbour.event('message.received');

  expect(await shop.worker.runOnce()).toBe(0);
  expect(receiver.connections()).toBe(0);
});

test('every attempt is logged with status, excerpt and duration', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver(refuse);
  await shop.register(receiver.url);
  await shop.register('http://10.0.0.1/');
  await shop.event('message.status');

  await shop.worker.runOnce();

  const { rows } = await shop.ctx.pool.query(
    `select number, started_at, duration_ms, status_code, error, response_excerpt
     from webhook_attempts order by delivery_id`,
  );
  const shared = { number: 1, started_at: shop.ctx.now(), duration_ms: expect.any(Number) };
  expect(rows).toEqual([
    { ...shared, status_code: 500, error: null, response_excerpt: 'broken' },
    {
      ...shared,
      status_code: null,
      error: expect.stringMatching(/^blocked_address: /),
      response_excerpt: null,
    },
  ]);
});

test('a failing delivery waits from the end of each attempt: 30 s, 2 min, 10 min, 1 h, 6 h', async () => {
  const shop = await webhookAccount({ ctx: file, parts: { random: () => 0 } });
  const receiver = await startReceiver((_, response) => {
    shop.ctx.clock.advance(4 * SECOND);
    response.writeHead(500).end('broken');
  });
  await shop.register(receiver.url);
  const { event_id, body } = await shop.event('message.status', '{"event" : "message.status", "é":1}');
  const startedAt = [shop.ctx.now()];

  expect(await shop.worker.runOnce()).toBe(1);
  for (const wait of [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR]) {
    shop.ctx.clock.advance(wait - 1);
    expect(await shop.worker.runOnce()).toBe(0);
    shop.ctx.clock.advance(1);
    startedAt.push(shop.ctx.now());
    expect(await shop.worker.runOnce()).toBe(1);
  }
  shop.ctx.clock.advance(48 * HOUR);
  expect(await shop.worker.runOnce()).toBe(0);

  const timestamps = startedAt.map((at) => String(Math.floor(at.getTime() / 1000)));
  expect(receiver.requests.map((request) => request.body)).toEqual(Array(6).fill(Buffer.from(body)));
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(Array(6).fill(event_id));
  expect(receiver.requests.map(({ headers }) => headers['webhook-timestamp'])).toEqual(timestamps);
  expect(new Set(receiver.requests.map(({ headers }) => headers['x-service-signature'])).size).toBe(1);
  expect(await shop.deliveries()).toMatchObject([
    { status: 'failed', attempts: 6, settled_at: expect.any(Date) },
  ]);
  expect(await shop.webhooks()).toMatchObject([{ status: 'enabled', failure_count: 6 }]);
});

test('a retry that is answered 2xx ends the ladder; the failures stay counted', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver((_, response) =>
    response.writeHead(receiver.requests.length < 3 ? 503 : 204).end(),
  );
  await shop.register(receiver.url);
  await shop.event('message.status');

  await shop.worker.runOnce();
  shop.ctx.clock.advance(33 * SECOND);
  await shop.worker.runOnce();
  shop.ctx.clock.advance(132 * SECOND);
  await shop.worker.runOnce();

  expect(await shop.deliveries()).toMatchObject([{ status: 'delivered', attempts: 3 }]);
  expect(await shop.webhooks()).toMatchObject([{ status: 'enabled', failure_count: 2 }]);
});

test.each([301, 404, 410, 429])('status %i is a failure and is retried', async (status) => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver((_, response) => response.writeHead(status).end());
  await shop.register(receiver.url);
  await shop.event('message.status');

  await shop.worker.runOnce();

  expect(await shop.deliveries()).toMatchObject([{ status: 'pending', attempts: 1 }]);
  expect(await shop.webhooks()).toMatchObject([{ failure_count: 1 }]);
});

test('an answer 2xx that arrives after the webhook was disabled still delivers', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver((_, response) => {
    void shop.ctx.pool
      .query(`update webhooks set status = 'disabled', failure_count = 10`)
      .then(() => response.end('late but well'));
  });
  await shop.register(receiver.url);
  await shop.event('message.status');

  await shop.worker.runOnce();

  expect(await shop.deliveries()).toMatchObject([{ status: 'delivered' }]);
});

test('what waits for a removed webhook has failed, and is tried no more', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver(refuse);
  const { id } = await shop.register(receiver.url);
  await shop.event('message.status');
  await shop.worker.runOnce();

  await tablesOf(shop.ctx.db).deleteFrom('webhooks').where('id', '=', id).execute();
  shop.ctx.clock.advance(HOUR);

  expect(await shop.worker.runOnce()).toBe(0);
  expect(await shop.deliveries()).toMatchObject([{ status: 'failed', attempts: 1 }]);
});

test('what waits for a webhook that is removed during an attempt has failed, too', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver((_, response) => {
    void shop.ctx.pool.query('delete from webhooks').then(() => response.writeHead(500).end());
  });
  await shop.register(receiver.url);
  await shop.event('message.status');

  await shop.worker.runOnce();

  expect(await shop.deliveries()).toMatchObject([{ status: 'failed', attempts: 1, claim_id: null }]);
});

test('a suspended account still gets its events, and so does a cancelled one', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver(refuse);
  await shop.register(receiver.url);
  const setStatus = (status: string) => shop.ctx.pool.query('update accounts set status = $1', [status]);

  await setStatus('suspended');
  await shop.event('message.status');
  const suspended = await shop.worker.runOnce();
  await setStatus('cancelled');
  await shop.event('message.status');
  shop.ctx.clock.advance(HOUR);
  const cancelled = await shop.worker.runOnce();

  expect([suspended, cancelled]).toEqual([1, 2]);
  expect(await shop.deliveries()).toMatchObject([
    { status: 'pending', attempts: 2 },
    { status: 'pending', attempts: 1 },
  ]);
});

test('of an answer the first 1,024 bytes are kept, to the last whole character', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver((_, response) => response.end(`x${'é'.repeat(1_000)}`));
  await shop.register(receiver.url);
  await shop.event('message.status');

  await shop.worker.runOnce();

  const { rows } = await shop.ctx.pool.query('select response_excerpt from webhook_attempts');
  expect(rows).toEqual([{ response_excerpt: `x${'é'.repeat(511)}` }]);
});

test('first attempts leave in the order of the events', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver();
  await shop.register(receiver.url);
  const sent: string[] = [];
  for (let number = 1; number <= 40; number += 1) {
    sent.push((await shop.event('message.status', `{"number":${number}}`)).body);
  }

  await shop.newWorker({ maxInFlight: 1 }).runOnce();

  expect(bodies(receiver)).toEqual(sent);
});

test('a backlog larger than one batch is worked off in one go', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver();
  await shop.register(receiver.url);
  await shop.events(700);

  expect(await shop.worker.runOnce()).toBe(700);
  expect(new Set(bodies(receiver)).size).toBe(700);
});

test('a secret that cannot be opened is not counted against the receiver', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver();
  const { id } = await shop.register(receiver.url);
  await shop.ctx.pool.query('update webhooks set secret = $1', [Buffer.alloc(64)]);
  await shop.event('message.status');

  await shop.worker.runOnce();

  expect(receiver.connections()).toBe(0);
  expect(await shop.webhooks()).toMatchObject([{ id, failure_count: 0 }]);
  expect(await shop.deliveries()).toMatchObject([{ status: 'pending', attempts: 0 }]);
});

test('neither secret nor body nor signature appears in the log', async () => {
  const lines: string[] = [];
  const shop = await webhookAccount({ ctx: file, logLines: lines });
  const receiver = await startReceiver(refuse);
  const { secret } = await shop.register(receiver.url);
  for (let count = 0; count < MAX_FAILURES; count += 1)
    await shop.event('message.status', '{"private":"words"}');

  await shop.worker.runOnce();

  const log = lines.join('\n');
  expect(log).toContain('webhook.attempted');
  expect(log).toContain('webhook.disabled');
  expect(log).not.toContain(secret);
  expect(log).not.toContain('words');
  expect(log).not.toContain(String(receiver.requests[0]?.headers['x-service-signature']).slice(7));
});
