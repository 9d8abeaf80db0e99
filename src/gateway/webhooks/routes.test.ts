import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { auditEntries } from '../../../test/harness/audit.ts';
import { testContext } from '../../../test/harness/context.ts';
import { until } from '../../../test/harness/until.ts';
import { createAccount } from '../../platform/accounts/account.ts';
import { registerAuth } from '../../platform/accounts/auth.ts';
import { openReachCheck } from '../../platform/lib/guarded-fetch/reach-check.ts';
import { createHttp } from '../../platform/lib/http/http.ts';
import { webhookRoutes } from './routes.ts';
import { associatedData } from './secret.ts';

const ctx = await testContext({ cleanup: afterAll });
const http = createHttp({ log: ctx.log, bodyLimit: 256 * 1024 });
registerAuth(http, ctx, { onCall: () => {} });
const ADDRESSES: Record<string, string> = { 'example.com': '93.184.216.34', 'n8n.lan': '10.0.0.7' };
const check = openReachCheck({
  allowNetworks: [],
  ports: ctx.config.KURIR_ALLOW_PORTS,
  async resolve(name) {
    const address = ADDRESSES[name];
    if (!address) throw new Error('No such name.');
    return [{ address, family: 4 }];
  },
});
const reach = { live: check, sandbox: check };
webhookRoutes(http, ctx, reach);
await http.ready();
afterAll(() => http.close());

/** A separate account that calls the API with its key. */
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

test.each([
  ['http://10.0.0.5:5678/webhook/kurir', 'KURIR_ALLOW_NETWORKS'],
  ['http://192.168.1.20/', 'KURIR_ALLOW_NETWORKS'],
  ['http://127.0.0.1:3000/', 'KURIR_ALLOW_NETWORKS'],
  ['http://[::1]:3000/', 'KURIR_ALLOW_NETWORKS'],
  ['http://n8n.lan/', 'KURIR_ALLOW_NETWORKS'],
  ['http://169.254.169.254/latest/', 'KURIR_ALLOW_NETWORKS'],
  ['http://93.184.216.34:22/', 'KURIR_ALLOW_PORTS'],
])('%s, which no request reaches, is refused with the setting %s', async (url, setting) => {
  const { call } = await caller();

  const { status, body } = await call('POST', '/v1/webhooks', { ...valid, url });

  expect([status, body]).toEqual([
    422,
    { message: expect.any(String), errors: { url: [expect.stringContaining(setting)] } },
  ]);
  expect((await call('GET', '/v1/webhooks')).body.data).toEqual([]);
});

test('a name that does not resolve now is accepted', async () => {
  const { call } = await caller();

  const { status } = await call('POST', '/v1/webhooks', { ...valid, url: 'https://soon.example/hook' });

  expect(status).toBe(201);
});

test('the operator can require https of new webhooks, and earlier ones go on', async () => {
  const { api_key } = await createAccount(ctx, { name: 'Toko', plan: 'pro', kind: 'live' });
  const config = { ...ctx.config };
  const strict = createHttp({ log: ctx.log, bodyLimit: 256 * 1024 });
  registerAuth(strict, ctx, { onCall: () => {} });
  webhookRoutes(strict, { ...ctx, config }, reach);
  onTestFinished(() => strict.close());
  const headers = { authorization: `Bearer ${api_key}` };
  const register = (url: string) =>
    strict.inject({ method: 'POST', url: '/v1/webhooks', headers, payload: { ...valid, url } });
  const earlier = await register('http://example.com/hook');

  config.KURIR_WEBHOOK_HTTPS_ONLY = 'on';
  const [plain, secure] = [
    await register('http://example.com/hook'),
    await register('HTTPS://example.com/hook'),
  ];
  const list = await strict.inject({ method: 'GET', url: '/v1/webhooks', headers });

  expect([earlier.statusCode, plain.statusCode, secure.statusCode]).toEqual([201, 422, 201]);
  expect(plain.json()).toMatchObject({ errors: { url: ['must be an https URL'] } });
  expect(list.json().data).toMatchObject([{ status: 'enabled' }, { status: 'enabled' }]);
});

test('an account may have 50 enabled webhooks, at any number of parallel requests', async () => {
  const { account_id, call } = await caller();
  const add = (count: number) =>
    Promise.all(Array.from({ length: count }, () => call('POST', '/v1/webhooks', valid)));
  await add(45);

  const last = await add(10);
  const { body: list } = await call('GET', '/v1/webhooks');
  const elsewhere = await (await caller()).call('POST', '/v1/webhooks', valid);
  await call('DELETE', `/v1/webhooks/${list.data[0].id}`);
  await ctx.pool.query(
    `update webhooks set status = 'disabled', disabled_at = $2 where account_id = $1 and id = $3`,
    [account_id, ctx.now(), list.data[1].id],
  );
  const afterwards = await add(3);

  const refused = last.filter(({ status }) => status !== 201);
  expect(list.data).toHaveLength(50);
  expect(refused).toHaveLength(5);
  for (const answer of refused)
    expect(answer).toEqual({
      status: 422,
      body: { error: 'webhook_limit_reached', message: expect.any(String) },
    });
  expect(elsewhere.status).toBe(201);
  expect(afterwards.map(({ status }) => status).sort()).toEqual([201, 201, 422]);
});

test('the list shows everything but the secret', async () => {
  const { call } = await caller();
  const { body: created } = await call('POST', '/v1/webhooks', valid);

  const { status, body } = await call('GET', '/v1/webhooks');

  const created_at = ctx.now().toISOString();
  expect(status).toBe(200);
  const state = { status: 'enabled', disabled_at: null, created_at, previous_secret_until: null };
  const hook = { id: created.id, ...valid, device_uuids: null, ...state };
  const failures = {
    failure_count: 0,
    failures_left: 10,
    warning: null,
    failing_since: null,
    last_error: null,
  };
  expect(body).toEqual({ data: [{ ...hook, ...failures }] });
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
  expect(ctx.box.open(rows[0].secret, associatedData(body.id)).toString()).toBe(body.secret);
  expect(() => ctx.box.open(rows[0].secret, associatedData(body.id + 1))).toThrow();
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
  ['port that is closed', { url: 'https://example.com:3000/' }, 'url'],
  ['port out of range', { url: 'https://example.com:70000/' }, 'url'],
  ['too long', { url: `https://example.com/${'x'.repeat(2_048)}` }, 'url'],
  ['no events', { events: undefined }, 'events'],
  ['empty events', { events: [] }, 'events'],
  ['events is a string', { events: 'message.received' }, 'events'],
  ['events null', { events: null }, 'events'],
  ['unknown event', { events: ['message.forwarded'] }, 'events.0'],
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

test('a disabled webhook is listed beside its new registration, until it is removed', async () => {
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

test('disabled webhooks stay in the list; a registration removes the oldest of more than 50', async () => {
  const { account_id, call } = await caller();
  await ctx.pool.query(
    `insert into webhooks (account_id, url, events, secret, status, created_at, disabled_at)
     select $1, 'https://' || n || '.example/', '{message.status}', '', 'disabled', $2,
       $2::timestamptz - n * interval '1 hour'
     from generate_series(1, 52) n`,
    [account_id, ctx.now()],
  );
  const neighbour = await caller();
  await neighbour.call('POST', '/v1/webhooks', valid);
  const urls = async () => {
    const { body } = await call('GET', '/v1/webhooks');
    return body.data.map(({ url }: { url: string }) => url);
  };

  const before = await urls();
  await call('POST', '/v1/webhooks', valid);
  const after = await urls();

  expect(before).toHaveLength(52);
  expect(after).toEqual([...before.slice(0, 50), valid.url]);
  const deleted = { action: 'webhook.deleted', actor: 'api_key', detail: { reason: 'too_many_disabled' } };
  const created = { action: 'webhook.created', actor: 'api_key' };
  expect((await auditEntries(ctx, account_id)).slice(-3)).toMatchObject([created, deleted, deleted]);
  expect((await neighbour.call('GET', '/v1/webhooks')).body.data).toHaveLength(1);
});

test('without a key nothing is shown', async () => {
  const list = await http.inject({ method: 'GET', url: '/v1/webhooks' });
  const create = await http.inject({ method: 'POST', url: '/v1/webhooks', payload: valid });

  expect([list.statusCode, create.statusCode]).toEqual([401, 401]);
});

test('the list says how near a webhook is to being disabled', async () => {
  const { call } = await caller();
  const { body: hook } = await call('POST', '/v1/webhooks', valid);
  const shownAt = async (failures: number, status = 'enabled') => {
    await ctx.pool.query('update webhooks set failure_count = $2, status = $3 where id = $1', [
      hook.id,
      failures,
      status,
    ]);
    const { failures_left, warning } = (await call('GET', '/v1/webhooks')).body.data[0];
    return [failures_left, warning];
  };

  expect(await shownAt(4)).toEqual([6, null]);
  expect(await shownAt(5)).toEqual([5, '5 of 10 failures: at 10 the webhook is disabled.']);
  expect(await shownAt(9)).toEqual([1, '9 of 10 failures: at 10 the webhook is disabled.']);
  expect(await shownAt(10, 'disabled')).toEqual([0, expect.stringMatching(/^Disabled after 10 of 10/)]);
});

test('a new secret is shown once, and the list says until when the one before signs', async () => {
  const { call } = await caller();
  const { body: hook } = await call('POST', '/v1/webhooks', valid);
  const tomorrow = new Date(ctx.now().getTime() + 24 * 3_600_000).toISOString();

  const { status, body } = await call('POST', `/v1/webhooks/${hook.id}/rotate-secret`);
  const during = await call('GET', '/v1/webhooks');
  const last = await call('POST', `/v1/webhooks/${hook.id}/rotate-secret`, { overlap_hours: 0 });
  const after = await call('GET', '/v1/webhooks');

  expect([status, body]).toEqual([
    200,
    {
      id: hook.id,
      secret: expect.stringMatching(/^[A-Za-z0-9]{48}$/),
      previous_secret_until: tomorrow,
    },
  ]);
  expect(new Set([hook.secret, body.secret, last.body.secret]).size).toBe(3);
  expect(during.body.data[0].previous_secret_until).toBe(tomorrow);
  expect([last.body.previous_secret_until, after.body.data[0].previous_secret_until]).toEqual([null, null]);
  for (const secret of [hook.secret, body.secret, last.body.secret]) {
    expect(JSON.stringify([during.body, after.body])).not.toContain(secret);
  }
});

test.each([-1, 169, 1.5, '24', null, true, 1e9, []])(
  'an overlap of %j hours is refused',
  async (overlap_hours) => {
    const { call } = await caller();
    const { body: hook } = await call('POST', '/v1/webhooks', valid);

    const { status, body } = await call('POST', `/v1/webhooks/${hook.id}/rotate-secret`, { overlap_hours });

    expect([status, Object.keys(body.errors)]).toEqual([422, ['overlap_hours']]);
  },
);

test.each([
  [{}, 'since'],
  [{ since: null }, 'since'],
  [{ since: 1_763_712_930 }, 'since'],
  [{ since: 'yesterday' }, 'since'],
  [{ since: '2025-11-21T08:15:30Z', until: 'now' }, 'until'],
  [{ since: '2025-11-21T08:15:30Z', until: '2025-11-21T08:15:29Z' }, 'until'],
  [{ since: '2025-11-21T08:15:30Z', only: 'failed' }, 'only'],
  [{ since: '2025-11-21T08:15:30Z', cursor: 'x' }, 'cursor'],
  [{ since: '2025-11-21T08:15:30Z', cursor: 7 }, 'cursor'],
])('a replay of %j is refused', async (request, field) => {
  const { call } = await caller();
  const { body: hook } = await call('POST', '/v1/webhooks', valid);

  const { status, body } = await call('POST', `/v1/webhooks/${hook.id}/replay`, request);

  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('a replay answers how many were queued, and one delivery the delivery that is to come', async () => {
  const { account_id, call } = await caller();
  const { body: hook } = await call('POST', '/v1/webhooks', valid);
  await ctx.pool.query(
    `insert into events (account_id, type, body, created_at) values ($1, 'message.status', '{}', $2)`,
    [account_id, ctx.now()],
  );
  const nulls = { until: null, cursor: null };

  const many = await call('POST', `/v1/webhooks/${hook.id}/replay`, { since: '2020-01-01T00:00', ...nulls });
  const [queued] = (await call('GET', `/v1/webhooks/${hook.id}/deliveries`)).body.data;
  const one = await call('POST', `/v1/webhooks/${hook.id}/deliveries/${queued.id}/replay`);

  expect(many).toEqual({ status: 202, body: { queued: 1, next_cursor: null } });
  expect(one.status).toBe(202);
  expect(one.body).toMatchObject({ id: queued.id, kind: 'replay', status: 'pending', attempts: [] });
});

test('replays of many accounts wait their turn, and leave the database to other work', async () => {
  const shops = await Promise.all(Array.from({ length: 5 }, caller));
  const hooks = await Promise.all(shops.map(({ call }) => call('POST', '/v1/webhooks', valid)));
  await ctx.pool.query(
    `insert into events (account_id, type, body, created_at)
     select unnest($1::bigint[]), 'message.status', '{}', $2`,
    [shops.map(({ account_id }) => account_id), ctx.now()],
  );
  const replay = (n: number) =>
    shops[n]?.call('POST', `/v1/webhooks/${hooks[n]?.body.id}/replay`, { since: '2020-01-01T00:00' });
  const holder = new pg.Client(ctx.databaseUrl);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin; select from events for update');

  const replays = shops.map((_, n) => replay(n));
  await until(async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await holder.query(waiting)).rowCount;
  });
  const meanwhile = await shops[4]?.call('GET', '/v1/webhooks');
  const again = await replay(4);
  await holder.query('commit');

  expect(meanwhile?.status).toBe(200);
  expect([again?.status, again?.body.error]).toEqual([409, 'replay_under_way']);
  const done = { status: 202, body: { queued: 1, next_cursor: null } };
  expect(await Promise.all(replays)).toEqual(shops.map(() => done));
  expect(await replay(4)).toMatchObject({ status: 202 });
});

test('a test event is queued for one webhook, regardless of its types', async () => {
  const { call } = await caller();
  const { body: hook } = await call('POST', '/v1/webhooks', { ...valid, events: ['device.status'] });
  await call('POST', '/v1/webhooks', valid);

  const { status, body } = await call('POST', `/v1/webhooks/${hook.id}/test`);

  expect(status).toBe(202);
  expect(body).toMatchObject({ webhook_id: hook.id, event: 'webhook.test', kind: 'test', status: 'pending' });
  expect(JSON.parse(body.body)).toEqual({
    event: 'webhook.test',
    event_id: body.event_id,
    device_uuid: null,
    timestamp: ctx.now().toISOString(),
  });
  const { rows } = await ctx.pool.query('select webhook_id from webhook_deliveries where id >= $1', [
    body.id,
  ]);
  expect(rows).toEqual([{ webhook_id: hook.id }]);
});

test('a disabled webhook takes neither test, replay nor a new secret, and says what to do', async () => {
  const { call } = await caller();
  const { body: hook } = await call('POST', '/v1/webhooks', valid);
  const { body: delivery } = await call('POST', `/v1/webhooks/${hook.id}/test`);
  await ctx.pool.query(`update webhooks set status = 'disabled' where id = $1`, [hook.id]);
  const since = '2025-11-21T08:15:30Z';

  const answers = [
    await call('POST', `/v1/webhooks/${hook.id}/test`),
    await call('POST', `/v1/webhooks/${hook.id}/rotate-secret`),
    await call('POST', `/v1/webhooks/${hook.id}/replay`, { since }),
    await call('POST', `/v1/webhooks/${hook.id}/deliveries/${delivery.id}/replay`),
  ];

  for (const { status, body } of answers) {
    expect([status, body.error]).toEqual([409, 'webhook_disabled']);
    expect(body.message).toContain('Register its URL again');
  }
});
