import { afterAll, expect } from 'vitest';
import { testContext } from '../harness/context.ts';
import { startReceiver } from '../harness/receiver.ts';
import { openService, openWebhookWorker } from '../harness/service.ts';
import { verifiedEvents } from '../harness/shop.ts';
import { contract } from './contract.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const shop = await service.customer();
const worker = openWebhookWorker(ctx, { start: false });

const ALL = ['message.received', 'message.status', 'device.status'];
const register = (body: unknown) => shop.api('POST', '/v1/webhooks', body);
const hookOf = async (url: string) =>
  (await shop.api('GET', '/v1/webhooks')).body.data.find((hook: { url: string }) => hook.url === url);

contract('Endpoints > Usage > GET /v1/usage', async () => {
  const customer = await service.customer({ rate_per_minute: 1, monthly_quota: 10 });
  await customer.send();

  const answers = [];
  for (let n = 0; n < 3; n += 1) answers.push(await customer.api('GET', '/v1/usage'));

  for (const { status, headers, body } of answers) {
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
    // Extensions add fields.
    expect(body).toMatchObject({
      period: ctx.now().toISOString().slice(0, 7),
      messages_sent: 1,
      messages_quota: 10,
      messages_remaining: 9,
      api_calls: expect.any(Number),
    });
  }
  expect(answers.map(({ body }) => body.api_calls)).toEqual([2, 3, 4]);
});

contract('Endpoints > Webhooks > POST /v1/webhooks', async () => {
  const receiver = await startReceiver();

  const { body } = await register({ url: receiver.url, events: ['device.status'] });
  await shop.api('POST', '/v1/devices', { label: 'Baru' });
  await worker.runOnce();

  expect(verifiedEvents(receiver.requests, body.secret)).toMatchObject([{ event: 'device.status' }]);
  await shop.api('DELETE', `/v1/webhooks/${body.id}`);
});

contract('Endpoints > Webhooks > POST /v1/webhooks > 1', async () => {
  const good = { url: 'https://example.com/hook', events: ALL };

  const answers = await Promise.all(
    [
      good,
      { ...good, url: undefined },
      { ...good, url: 'example.com/hook' },
      { ...good, url: 7 },
      { ...good, events: undefined },
      { ...good, events: 'message.received' },
      { ...good, events: [] },
      { ...good, events: ['message.forwarded'] },
    ].map(register),
  );

  expect(answers.map(({ status, body }) => [status, ...Object.keys(body.errors ?? {})])).toEqual([
    [201],
    ...Array(3).fill([422, 'url']),
    ...Array(3).fill([422, 'events']),
    [422, 'events.0'],
  ]);
});

contract('Endpoints > Webhooks > POST /v1/webhooks > 2', async () => {
  const created = await register({ url: 'https://example.com/two', events: ['message.status'] });

  const listed = await shop.api('GET', '/v1/webhooks');

  expect([created.status, created.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      url: 'https://example.com/two',
      events: ['message.status'],
      secret: expect.stringMatching(/^.{48}$/),
    },
  ]);
  expect(JSON.stringify(listed.body)).not.toContain(created.body.secret);
});

contract('Endpoints > Webhooks > GET /v1/webhooks', async () => {
  const created = await register({ url: 'https://example.com/three', events: ALL });

  const { status } = await shop.api('GET', '/v1/webhooks');
  const hook = await hookOf('https://example.com/three');

  expect(status).toBe(200);
  expect(hook).toEqual({
    id: created.body.id,
    url: 'https://example.com/three',
    events: ALL,
    device_uuids: null,
    status: 'enabled',
    failure_count: 0,
    failures_left: 10,
    warning: null,
    failing_since: null,
    last_error: null,
    disabled_at: null,
    created_at: expect.any(String),
    previous_secret_until: null,
  });
});

contract('Resources and their fields > Webhook > id', async () => {
  const { body } = await register({ url: 'https://example.com/id', events: ALL });

  expect(Number.isSafeInteger(body.id)).toBe(true);
  expect((await hookOf('https://example.com/id')).id).toBe(body.id);
});

contract('Resources and their fields > Webhook > url', async () => {
  const receiver = await startReceiver();
  const { body } = await register({ url: `${receiver.url}?toko=1`, events: ALL });

  await shop.api('POST', '/v1/devices', { label: 'Baru' });
  await worker.runOnce();

  expect(receiver.requests.map(({ method, path }) => [method, path])).toEqual([['POST', '/hook?toko=1']]);
  await shop.api('DELETE', `/v1/webhooks/${body.id}`);
});

contract('Resources and their fields > Webhook > events', async () => {
  const answers = await Promise.all(
    [ALL, ...ALL.map((event) => [event]), ['*'], ['message.received', 'broadcast.status']].map((events) =>
      register({ url: 'https://example.com/events', events }),
    ),
  );

  expect(answers.map(({ status, body }) => body.events ?? status)).toEqual([
    ALL,
    ...ALL.map((event) => [event]),
    422,
    422,
  ]);
});

contract('Resources and their fields > Webhook > secret', async () => {
  const hooks = await Promise.all(
    [1, 2, 3].map((n) => register({ url: `https://example.com/secret/${n}`, events: ALL })),
  );
  const secrets = hooks.map(({ body }) => body.secret);

  const listed = JSON.stringify((await shop.api('GET', '/v1/webhooks')).body);

  expect(new Set(secrets).size).toBe(3);
  for (const secret of secrets) {
    expect(secret).toMatch(/^[A-Za-z0-9]{48}$/);
    expect(listed).not.toContain(secret);
  }
});

contract('States and transitions > Webhook > enabled', async () => {
  const failing = await startReceiver((_, response) => response.writeHead(500).end());
  const hook = { url: failing.url, events: ['device.status'] };
  await register(hook);
  const states = [(await hookOf(failing.url)).status];
  for (let n = 0; n < 10; n += 1) {
    await shop.api('POST', '/v1/devices', { label: 'Baru' });
    await worker.runOnce();
    states.push((await hookOf(failing.url)).status);
  }

  const disabled = await hookOf(failing.url);
  await shop.api('POST', '/v1/devices', { label: 'Baru' });
  await worker.runOnce();
  const again = await register(hook);

  expect(states).toEqual([...Array(10).fill('enabled'), 'disabled']);
  expect(disabled).toMatchObject({ failure_count: 10, disabled_at: expect.any(String) });
  expect(failing.requests).toHaveLength(10);
  expect(again.status).toBe(201);
});
