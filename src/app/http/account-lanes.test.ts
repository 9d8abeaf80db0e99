import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { LOCKS } from '../../../test/harness/locks.ts';
import { routesOf } from '../../../test/harness/routes.ts';
import { type Customer, openService } from '../../../test/harness/service.ts';
import { PASSWORD, staffOf } from '../../../test/harness/staff.ts';
import { until } from '../../../test/harness/until.ts';
import { upsertContacts } from '../../gateway/contacts/store.ts';
import { setStatus } from '../../platform/accounts/account.ts';
import { laneLimits } from './account-lanes.ts';
import { assembleHttp } from './http-server.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const stopped = await openService(ctx);
await service.http.listen({ port: 0, host: '127.0.0.1' });
const limits = laneLimits(ctx.config.KURIR_DATABASE_POOL);
const [shop, other] = [await service.customer({ rate_per_minute: 10_000 }), await service.customer()];
await shop.api('POST', '/v1/contacts', { phone: '0812345678', tags: ['all'] });
const plan = { device_uuid: shop.deviceUuid, message_template: 'Halo', tags: ['all'] };

/** Statements on the table wait until `release`. */
async function lock(table: string) {
  const holder = new pg.Client({ connectionString: ctx.databaseUrl });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  return {
    release: () => holder.query('rollback'),
    async waiting(): Promise<number> {
      const { rows } = await holder.query(`select count(*)::int as count from ${LOCKS} where not granted`);
      return rows[0].count;
    },
  };
}

const times = <T>(count: number, call: () => Promise<T>): Promise<T>[] => Array.from({ length: count }, call);

/** A client that sends a request and reads nothing. */
function send(
  { apiKey }: Customer,
  method: string,
  path: string,
  body = '',
  length = body.length,
  http = service.http,
) {
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const head = `${method} ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${apiKey}\r\n`;
  socket.write(`${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`);
  return socket;
}

test('twelve previews of one account take one connection, and delay neither others nor its reads', async () => {
  const { release, waiting } = await lock('opt_outs');

  const previews = times(12, () => shop.api('POST', '/v1/broadcasts/preview', plan));
  await until(async () => (await waiting()) > 0);
  const meanwhile = await Promise.all([
    other.api('GET', '/v1/devices'),
    other.api('POST', '/v1/contacts', { phone: '0812345678' }),
    shop.api('GET', '/v1/contacts'),
    shop.send(),
  ]);
  const inWork = await waiting();
  await release();

  expect(meanwhile.map(({ status }) => status)).toEqual([200, 201, 200, 202]);
  expect(inWork).toBe(limits.expensive.working);
  expect((await Promise.all(previews)).map(({ status }) => status)).toEqual(Array(12).fill(200));
});

test('of 300 slow calls the first 200 wait, the rest get 503; reads and messages are not refused', async () => {
  const { release, waiting } = await lock('webhooks');
  const { working } = limits.ordinary;

  const calls = times(300, () => shop.api('GET', '/v1/webhooks'));
  const refused = await Promise.race(calls);
  const sent = await Promise.all(times(300, () => shop.send()));
  const id = sent[0]?.body.id;
  const reads = await Promise.all(
    ['/v1/usage', '/v1/contacts', `/v1/messages/${id}`].flatMap((path) =>
      times(300, () => shop.api('GET', path)),
    ),
  );
  const others = await other.api('GET', '/v1/devices');
  const inWork = await waiting();
  await release();
  const answers = await Promise.all(calls);

  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
  expect(refused.body).toEqual({ error: 'service_unavailable', message: expect.any(String) });
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
  expect([others.status, inWork]).toEqual([200, working]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(200 + working);
  expect(answers.filter(({ status }) => status === 503)).toHaveLength(100 - working);
});

test('a waiting call whose client has gone is never done', async () => {
  const { release, waiting } = await lock('opt_outs');
  const preview = shop.api('POST', '/v1/broadcasts/preview', plan);
  await until(async () => (await waiting()) > 0);

  const arrived = once(service.http.server, 'request');
  const body = JSON.stringify({ ...plan, name: 'x', scheduled_at: '2040-01-01T00:00:00Z' });
  const client = send(shop, 'POST', '/v1/broadcasts', body);
  const [{ socket }] = await arrived;
  client.destroy();
  await once(socket, 'close');
  await release();
  await preview;
  const after = await shop.api('POST', '/v1/broadcasts/preview', plan);

  expect(after.status).toBe(200);
  expect((await shop.api('GET', '/v1/broadcasts')).body.total).toBe(0);
});

test('clients that break off during a hook of a route keep no place', async () => {
  const http = assembleHttp(ctx, null);
  onTestFinished(() => http.close());
  const gate = Promise.withResolvers<void>();
  const gone: Promise<unknown>[] = [];
  const onRequest = async (_request: FastifyRequest, { raw }: FastifyReply) => {
    gone.push(once(raw, 'close'));
    await gate.promise;
  };
  http.post('/v1/slow', { config: { lane: 'outside' }, schema: { hide: true }, onRequest }, async () => ({}));
  await http.listen({ port: 0, host: '127.0.0.1' });

  const clients = Array.from({ length: limits.outside.working }, () =>
    send(shop, 'POST', '/v1/slow', '{', 9, http),
  );
  await until(() => gone.length === clients.length);
  for (const client of clients) client.destroy();
  await Promise.all(gone);
  gate.resolve();
  const headers = { authorization: `Bearer ${shop.apiKey}` };
  const next = await http.inject({ method: 'POST', url: '/v1/slow', headers, payload: {} });

  expect(next.statusCode).toBe(200);
});

test('a suspension while a call waits for its turn refuses the call', async () => {
  const late = await service.customer();
  const planOf = async ({ api, deviceUuid }: Customer) => {
    await api('POST', '/v1/contacts', { phone: '0812345678', tags: ['all'] });
    return { ...plan, device_uuid: deviceUuid };
  };
  const plans = { shop: plan, other: await planOf(other), late: await planOf(late) };
  const { release, waiting } = await lock('opt_outs');
  const others = [
    shop.api('POST', '/v1/broadcasts/preview', plans.shop),
    other.api('POST', '/v1/broadcasts/preview', plans.other),
  ];
  await until(async () => (await waiting()) === 2);

  const waitingCall = late.api('POST', '/v1/broadcasts/preview', plans.late);
  await late.api('GET', '/v1/usage');
  await setStatus(ctx, late.account.id, 'suspended');
  ctx.clock.advance(1_000);
  await release();

  expect((await waitingCall).body.error).toBe('account_inactive');
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
});

test('bodies that never arrive take no turn of other accounts', async () => {
  const { api, deviceUuid } = await service.customer();
  await api('POST', '/v1/contacts', { phone: '0812345678', tags: ['all'] });
  const slow = [await service.customer(), await service.customer(), await service.customer()];

  for (const customer of slow) {
    const arrived = once(service.http.server, 'request');
    send(customer, 'POST', '/v1/broadcasts/preview', '{', 100);
    await arrived;
  }
  const preview = await api('POST', '/v1/broadcasts/preview', { ...plan, device_uuid: deviceUuid });

  expect(preview.status).toBe(200);
});

test('unread pages take the share of their account only, and delay none of its other reads', async () => {
  const tags = Array.from({ length: 100 }, (_, n) => `${'😀'.repeat(97)}${String(n).padStart(3, '0')}`);
  const crowd = await service.customer();
  const contacts = Array.from({ length: 200 }, (_, n) => ({
    account_id: crowd.account.id,
    phone: String(62_812_000_000 + n),
    tags,
  }));
  for (let n = 0; n < 200; n += 20) await upsertContacts(ctx.db, contacts.slice(n, n + 20), ctx.now());
  const accepted: { bytesWritten: number; writableLength: number }[] = [];
  service.http.server.on('connection', (socket) => accepted.push(socket));
  const { working, unread = 0 } = limits.pages;

  const clients = times(20, async () => send(crowd, 'GET', '/v1/contacts?per_page=200'));
  const unreadAnswers = () => accepted.filter(({ writableLength }) => writableLength > 0).length;
  await until(() => unreadAnswers() >= unread);
  const own = send(crowd, 'GET', '/v1/contacts?per_page=1');
  const others = await times(3, () => other.api('GET', '/v1/contacts'))[2];
  const usage = await crowd.api('GET', '/v1/usage');
  const made = accepted.filter(({ bytesWritten }) => bytesWritten > 0).length;
  for (const client of await Promise.all(clients)) client.destroy();
  await until(() => accepted.at(-1)?.bytesWritten);

  expect([others?.status, usage.status]).toEqual([200, 200]);
  expect(made).toBeLessThan(unread + working);
  expect(own.destroyed).toBe(false);
});

test('a stop answers the calls that wait', async () => {
  const { api } = await stopped.customerOf(shop.account, shop.deviceUuid);
  const { release, waiting } = await lock('opt_outs');
  const calls = times(5, () => api('POST', '/v1/broadcasts/preview', plan));
  await until(async () => (await waiting()) > 0);

  const closed = stopped.http.close();
  await release();

  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(5).fill(200));
  await closed;
});

test('the calls of one account that keep a connection leave some of the pool', () => {
  for (let connections = 5; connections <= 200; connections += 1) {
    const { reads, pages, ordinary, expensive } = laneLimits(connections);

    const kept = [reads, pages, ordinary, expensive].reduce((sum, { working }) => sum + working, 0);

    expect(kept).toBeLessThan(connections);
  }
});

test('each call is in the lane of its kind', () => {
  const lanes = routesOf(service.http)
    .filter(({ url, method }) => url.startsWith('/v1/') && method !== 'HEAD')
    .flatMap(({ method, url, lane }) => (lane === undefined ? [] : [`${lane} ${method} ${url}`]));

  expect(lanes.sort()).toEqual([
    'answers POST /v1/assistant/ask',
    'answers POST /v1/conversations/:id/suggest',
    'contacts POST /v1/contacts',
    'expensive GET /v1/assistant/report',
    'expensive GET /v1/broadcasts/:id/funnel',
    'expensive GET /v1/conversations/figures',
    'expensive GET /v1/conversations/ratings/figures',
    'expensive GET /v1/costs',
    'expensive GET /v1/costs/cap',
    'expensive GET /v1/entry-points/:id/stats',
    'expensive GET /v1/entry-points/report',
    'expensive GET /v1/messages/figures',
    'expensive GET /v1/opt-outs',
    'expensive GET /v1/retention/preview',
    'expensive GET /v1/widgets/:id/stats',
    'expensive PATCH /v1/flows/:id',
    'expensive PATCH /v1/knowledge/tables/:id',
    'expensive POST /v1/account-exports',
    'expensive POST /v1/assistant/test-questions/import',
    'expensive POST /v1/broadcasts',
    'expensive POST /v1/broadcasts/:id/retry-failed',
    'expensive POST /v1/broadcasts/preview',
    'expensive POST /v1/contacts/batch',
    'expensive POST /v1/contacts/bulk',
    'expensive POST /v1/contacts/imports/:id/undo',
    'expensive POST /v1/devices/:uuid/import',
    'expensive POST /v1/flows',
    'expensive POST /v1/flows/:id/publish',
    'expensive POST /v1/flows/:id/rollback',
    'expensive POST /v1/flows/:id/simulate',
    'expensive POST /v1/flows/:id/simulations',
    'expensive POST /v1/flows/:id/simulations/check',
    'expensive POST /v1/flows/import',
    'expensive POST /v1/knowledge/faqs/import',
    'expensive POST /v1/knowledge/tables',
    'expensive POST /v1/people/:id/erase',
    'expensive POST /v1/people/erase',
    'expensive PUT /v1/costs/cap',
    'expensive PUT /v1/entry-points/:id/logo',
    'expensive PUT /v1/flows/:id/simulations/:simulation_id',
    'expensive PUT /v1/knowledge/tables/:id/rows',
    'files GET /v1/account-exports/:id/file',
    'files GET /v1/broadcasts/:id/recipients/export',
    'files GET /v1/contacts/export',
    'files GET /v1/entry-points/:id/qr.png',
    'files GET /v1/entry-points/:id/qr.svg',
    'files GET /v1/entry-points/touches',
    'files GET /v1/knowledge/faqs/export',
    'files GET /v1/knowledge/tables/:id/export',
    'files GET /v1/media/:id/file',
    'files GET /v1/messages/:id/media',
    'files GET /v1/messages/export',
    'messages POST /v1/messages',
    'messages POST /v1/messages/:id/delete',
    'messages POST /v1/messages/:id/edit',
    'outside DELETE /v1/templates/:id',
    'outside GET /v1/devices/:uuid/groups',
    'outside GET /v1/devices/:uuid/groups/:id',
    'outside GET /v1/devices/:uuid/template-preview',
    'outside GET /v1/devices/:uuid/templates',
    'outside PATCH /v1/broadcasts/:id',
    'outside PATCH /v1/devices/:uuid/official-credentials',
    'outside PATCH /v1/templates/:id',
    'outside POST /v1/broadcasts/test',
    'outside POST /v1/conversations/:id/messages',
    'outside POST /v1/devices',
    'outside POST /v1/devices/:uuid/template-files',
    'outside POST /v1/knowledge/documents',
    'outside POST /v1/numbers/check',
    'outside POST /v1/templates',
    'outside POST /v1/webhooks',
    'outside POST /v1/webhooks/:id/enable',
    'outside POST /v1/webhooks/:id/replay',
    'pages GET /v1/assistant/test-questions',
    'pages GET /v1/auto-replies',
    'pages GET /v1/broadcasts/:id/recipients',
    'pages GET /v1/contact-fields/:id',
    'pages GET /v1/contacts',
    'pages GET /v1/contacts/:id/broadcasts',
    'pages GET /v1/contacts/imports',
    'pages GET /v1/contacts/tags',
    'pages GET /v1/conversations',
    'pages GET /v1/conversations/:id/decisions',
    'pages GET /v1/conversations/:id/messages',
    'pages GET /v1/conversations/:id/timeline',
    'pages GET /v1/conversations/ratings',
    'pages GET /v1/erasures',
    'pages GET /v1/knowledge/documents',
    'pages GET /v1/knowledge/documents/:id/passages',
    'pages GET /v1/knowledge/faqs',
    'pages GET /v1/knowledge/gaps',
    'pages GET /v1/knowledge/sites',
    'pages GET /v1/knowledge/sites/:id/pages',
    'pages GET /v1/knowledge/tables',
    'pages GET /v1/knowledge/tables/:id/rows',
    'pages GET /v1/messages',
    'pages POST /v1/contacts/check',
    'reads GET /v1/account-exports',
    'reads GET /v1/assistant',
    'reads GET /v1/assistant/evaluations',
    'reads GET /v1/assistant/evaluations/:id',
    'reads GET /v1/auto-replies/:id',
    'reads GET /v1/automation',
    'reads GET /v1/business-hours',
    'reads GET /v1/canned-replies',
    'reads GET /v1/canned-replies/:id',
    'reads GET /v1/contact-fields',
    'reads GET /v1/contacts/:id',
    'reads GET /v1/contacts/:id/consent',
    'reads GET /v1/contacts/bulk',
    'reads GET /v1/contacts/bulk/:id',
    'reads GET /v1/contacts/segments',
    'reads GET /v1/contacts/segments/:id',
    'reads GET /v1/conversation-fields',
    'reads GET /v1/conversations/:id',
    'reads GET /v1/conversations/:id/contact',
    'reads GET /v1/conversations/settings',
    'reads GET /v1/devices/:uuid/business-hours',
    'reads GET /v1/devices/:uuid/health',
    'reads GET /v1/entry-points',
    'reads GET /v1/entry-points/:id',
    'reads GET /v1/erasures/:id',
    'reads GET /v1/flows',
    'reads GET /v1/flows/:id',
    'reads GET /v1/flows/:id/export',
    'reads GET /v1/flows/:id/simulations',
    'reads GET /v1/flows/:id/simulations/:simulation_id',
    'reads GET /v1/flows/:id/versions',
    'reads GET /v1/flows/:id/versions/:version',
    'reads GET /v1/flows/:id/versions/:version/diff',
    'reads GET /v1/flows/schema',
    'reads GET /v1/flows/secrets',
    'reads GET /v1/knowledge/documents/:id',
    'reads GET /v1/knowledge/faqs/:id',
    'reads GET /v1/knowledge/gaps/:id',
    'reads GET /v1/knowledge/sites/:id',
    'reads GET /v1/knowledge/tables/:id',
    'reads GET /v1/labels',
    'reads GET /v1/media/:id',
    'reads GET /v1/media/uploads/:id',
    'reads GET /v1/messages/:id',
    'reads GET /v1/people/:id',
    'reads GET /v1/teams',
    'reads GET /v1/usage',
    'reads GET /v1/widgets',
    'reads GET /v1/widgets/:id',
    'reads GET /v1/widgets/:id/snippet',
    'streams GET /v1/stream',
    'uploads PATCH /v1/media/uploads/:id',
    'uploads POST /v1/media',
    'uploads POST /v1/media/uploads/:id/finish',
    'uploads POST /v1/messages/:id/media/copy',
  ]);
});

const logIn = (remoteAddress: string, cookie = '') =>
  service.http.inject({
    method: 'POST',
    url: '/app/api/session',
    remoteAddress,
    headers: { host: 'localhost', cookie },
    payload: { email: 'ani@toko.example', password: 'kopi susu' },
  });

test('log-ins of one block of addresses take two connections, and delay no log-in from elsewhere', async () => {
  const { release, waiting } = await lock('login_attempts');

  const flood = times(60, () => logIn('127.0.0.1'));
  await until(async () => (await waiting()) > 0);
  const elsewhere = logIn('127.0.1.1');
  const meanwhile = await shop.api('GET', '/v1/devices');
  const inWork = await waiting();
  await release();
  const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);

  expect(inWork).toBeLessThanOrEqual(2);
  expect(meanwhile.status).toBe(200);
  expect((await elsewhere).statusCode).toBe(401);
  expect(new Set(statuses)).toEqual(new Set([401, 429, 503]));
  // One gave its place to the log-in from elsewhere.
  expect(statuses.filter((status) => status === 503)).toHaveLength(9);
});

test('strangers of many blocks are refused early, and take no place of a known browser', async () => {
  const { user } = await staffOf(service.http, ctx, { account: shop.account, role: 'agent' });
  const { headers } = await service.http.inject({
    method: 'POST',
    url: '/app/api/session',
    headers: { host: 'localhost' },
    payload: { email: user.email, password: PASSWORD },
  });
  const cookies = [headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0]);
  const known = cookies.find((cookie) => cookie?.startsWith('kurir_known='));
  const { release, waiting } = await lock('login_attempts');

  const flood = Array.from({ length: 400 }, (_, n) => logIn(`127.${1 + (n >> 8)}.${n & 255}.1`));
  const refused = await Promise.race(flood);
  await until(async () => (await waiting()) === 2);
  const mine = logIn('127.9.0.1', known);
  const mineInWork = until(async () => (await waiting()) === 3);
  const forged = logIn('127.9.1.1', known?.replace(/.{8}$/, 'AAAAAAAA'));
  await mineInWork;
  await release();
  const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);

  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);
  expect((await mine).statusCode).toBe(401);
  expect((await forged).statusCode).toBe(503);
  expect(statuses.filter((status) => status === 503)).toHaveLength(348);
});
