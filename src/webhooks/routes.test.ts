import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestContext, testContext } from '../../test/harness/context.ts';
import { createAccount } from '../accounts/account.ts';
import { registerAuth } from '../accounts/auth.ts';
import { createHttp, type Http } from '../lib/http/http.ts';
import { webhookRoutes } from './routes.ts';
import { secretPlace } from './secret.ts';

let ctx: TestContext;
let http: Http;

beforeAll(async () => {
  ctx = await testContext({ cleanup: afterAll });
  http = createHttp({ log: ctx.log, bodyLimit: 256 * 1024 });
  registerAuth(http, ctx, { onCall: () => {} });
  webhookRoutes(http, ctx);
  await http.ready();
});
afterAll(() => http.close());

/** An account of its own that calls the API with its key. */
async function caller() {
  const { account_id, api_key } = await createAccount(ctx, { name: 'Toko', plan: 'pro', kind: 'live' });
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${api_key}` };
    const response = await http.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: response.statusCode, body: response.body === '' ? null : response.json() };
  };
  return { account_id, call };
}

const valid = { url: 'https://example.com/hook', events: ['message.received', 'message.status'] };

test('registering answers id, url, events and a secret of 48 characters', async () => {
  const { call } = await caller();

  const { status, body } = await call('POST', '/v1/webhooks', valid);

  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(Number),
    ...valid,
    secret: expect.stringMatching(/^[A-Za-z0-9]{48}$/),
  });
});

test('the list shows everything but the secret', async () => {
  const { call } = await caller();
  const { body: created } = await call('POST', '/v1/webhooks', valid);

  const { status, body } = await call('GET', '/v1/webhooks');

  const created_at = ctx.now().toISOString();
  expect(status).toBe(200);
  const hook = { id: created.id, ...valid, status: 'enabled', disabled_at: null, created_at };
  const failures = { failure_count: 0, failures_left: 10, warning: null };
  expect(body).toEqual({ data: [{ ...hook, ...failures, previous_secret_until: null }] });
});

test('the same url may be registered again: another webhook, another secret', async () => {
  const { call } = await caller();

  const first = await call('POST', '/v1/webhooks', valid);
  const second = await call('POST', '/v1/webhooks', valid);

  expect(second.status).toBe(201);
  expect(second.body.id).not.toBe(first.body.id);
  expect(second.body.secret).not.toBe(first.body.secret);
});

test('the secret is stored encrypted and opens in its own row only', async () => {
  const { call } = await caller();
  const { body } = await call('POST', '/v1/webhooks', valid);

  const { rows } = await ctx.pool.query('select secret from webhooks where id = $1', [body.id]);

  expect(rows[0].secret.includes(Buffer.from(body.secret))).toBe(false);
  expect(ctx.box.open(rows[0].secret, secretPlace(body.id)).toString()).toBe(body.secret);
  expect(() => ctx.box.open(rows[0].secret, secretPlace(body.id + 1))).toThrow();
});

test('events named twice count once', async () => {
  const { call } = await caller();

  const { body } = await call('POST', '/v1/webhooks', {
    ...valid,
    events: ['device.status', 'message.status', 'device.status'],
  });

  expect(body.events).toEqual(['device.status', 'message.status']);
});

test.each([
  ['no url', { url: undefined }, 'url'],
  ['empty url', { url: '' }, 'url'],
  ['url null', { url: null }, 'url'],
  ['url is no string', { url: 7 }, 'url'],
  ['no scheme', { url: 'example.com/hook' }, 'url'],
  ['ftp', { url: 'ftp://example.com/' }, 'url'],
  ['javascript', { url: 'javascript:alert(1)' }, 'url'],
  ['scheme without host', { url: 'https://' }, 'url'],
  ['one slash', { url: 'https:/example.com' }, 'url'],
  ['user name', { url: 'https://me@example.com/' }, 'url'],
  ['password', { url: 'https://me:word@example.com/' }, 'url'],
  ['fragment', { url: 'https://example.com/#x' }, 'url'],
  ['blank inside', { url: 'https://example.com/a b' }, 'url'],
  ['line break', { url: 'https://example.com/\nx' }, 'url'],
  ['NUL', { url: 'https://example.com/\0' }, 'url'],
  ['lone surrogate', { url: 'https://example.com/\ud800' }, 'url'],
  ['port out of range', { url: 'https://example.com:70000/' }, 'url'],
  ['too long', { url: `https://example.com/${'x'.repeat(2_048)}` }, 'url'],
  ['no events', { events: undefined }, 'events'],
  ['empty events', { events: [] }, 'events'],
  ['events is a string', { events: 'message.received' }, 'events'],
  ['events null', { events: null }, 'events'],
  ['unknown event', { events: ['message.deleted'] }, 'events.0'],
  ['event is no string', { events: ['message.received', 1] }, 'events.1'],
])('refuses: %s', async (_, change, field) => {
  const { call } = await caller();

  const { status, body } = await call('POST', '/v1/webhooks', { ...valid, ...change });

  expect(status).toBe(422);
  expect(body).toEqual({ message: expect.any(String), errors: { [field]: [expect.any(String)] } });
  expect((await call('GET', '/v1/webhooks')).body.data).toEqual([]);
});

test("another account's webhook is neither listed nor removed", async () => {
  const owner = await caller();
  const stranger = await caller();
  const { body } = await owner.call('POST', '/v1/webhooks', valid);

  const foreign = await stranger.call('DELETE', `/v1/webhooks/${body.id}`);
  const missing = await stranger.call('DELETE', '/v1/webhooks/999999999');

  expect((await stranger.call('GET', '/v1/webhooks')).body.data).toEqual([]);
  expect(foreign).toEqual(missing);
  expect(foreign).toMatchObject({ status: 404, body: { error: 'webhook_not_found' } });
  expect((await owner.call('GET', '/v1/webhooks')).body.data).toHaveLength(1);
});

test('a removed webhook is gone', async () => {
  const { call } = await caller();
  const { body } = await call('POST', '/v1/webhooks', valid);

  const removed = await call('DELETE', `/v1/webhooks/${body.id}`);
  const again = await call('DELETE', `/v1/webhooks/${body.id}`);

  expect(removed).toEqual({ status: 204, body: null });
  expect(again.status).toBe(404);
  expect((await call('GET', '/v1/webhooks')).body.data).toEqual([]);
});

test.each(['0', '-1', '1.5', '1e3', '%201', 'abc', '99999999999999999999', '1%00'])(
  'id %s is unknown',
  async (id) => {
    const { call } = await caller();

    expect(await call('DELETE', `/v1/webhooks/${id}`)).toMatchObject({ status: 404 });
  },
);

test('a disabled webhook is shown as such, beside the one that is registered in its place, until it is removed', async () => {
  const { call } = await caller();
  const { body: failed } = await call('POST', '/v1/webhooks', valid);
  await ctx.pool.query(
    `update webhooks set status = 'disabled', failure_count = 10, disabled_at = $2 where id = $1`,
    [failed.id, ctx.now()],
  );

  const { body: again } = await call('POST', '/v1/webhooks', valid);
  const both = await call('GET', '/v1/webhooks');
  await call('DELETE', `/v1/webhooks/${failed.id}`);
  const left = await call('GET', '/v1/webhooks');

  expect(both.body.data).toMatchObject([
    { id: failed.id, status: 'disabled', failure_count: 10, disabled_at: ctx.now().toISOString() },
    { id: again.id, status: 'enabled', failure_count: 0, disabled_at: null },
  ]);
  expect(left.body.data).toMatchObject([{ id: again.id, status: 'enabled' }]);
});

test('without a key nothing is told', async () => {
  const list = await http.inject({ method: 'GET', url: '/v1/webhooks' });
  const create = await http.inject({ method: 'POST', url: '/v1/webhooks', payload: valid });

  expect([list.statusCode, create.statusCode]).toEqual([401, 401]);
});
