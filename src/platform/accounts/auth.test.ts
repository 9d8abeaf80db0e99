import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { watchStatements } from '../../../test/harness/statements.ts';
import type { Context } from '../../context.ts';
import { openDatabase } from '../lib/db/db.ts';
import { createHttp } from '../lib/http/http.ts';
import { setPlan, setStatus } from './account.ts';
import { registerAuth } from './auth.ts';
import { createKey, revokeKey } from './key.ts';
import { savePlan } from './plan.ts';
import type { Scope } from './schema.ts';

const WITHIN_MS = 999;
const MINUTE = 60_000;

/** Routes of every kind behind the hook; each answers whose key it was. */
function serverOn(ctx: Context, trustedProxies: string[] = []) {
  const http = createHttp({ log: ctx.log, bodyLimit: 64, trustedProxies });
  const calls: number[] = [];
  const uses: [keyId: string, address: string, at: Date][] = [];
  // Registered before the hook on purpose: the order must not matter.
  http.get('/v1/messages/:id', async (request) => ({ account: request.account.id }));
  registerAuth(http, ctx, {
    onCall: (accountId) => calls.push(accountId),
    onUse: (...use) => uses.push(use),
  });
  http.get('/open', async () => ({ open: true }));
  http.get('/v1/things', async (request) => ({ ...request.account, scope: request.scope }));
  http.post('/v1/things', { schema: { body: z.object({ name: z.string() }) } }, async () => ({ made: true }));
  http.get('/v1/things/secret', { config: { requiresFull: true } }, async () => ({ secret: true }));
  http.get('/v1/things/start', { config: { changesState: true } }, async () => ({ started: true }));
  http.post('/v1/messages', async () => ({ sent: true }));
  onTestFinished(() => http.close());
  return { http, calls, uses };
}

const ctx = await testContext({ cleanup: afterAll });

/** A new account with one key, and a new server. All tests of the file share the database and the clock. */
async function scene(scope: Scope = 'full', expiresAt: Date | null = null, allowedAddresses: string[] = []) {
  const account = await insertAccount(ctx);
  const key = { accountId: account.id, name: 'till', scope, expiresAt, allowedAddresses };
  const { api_key, key_id } = await createKey(ctx, key);
  const headers = { authorization: `Bearer ${api_key}` };
  return { account, api_key, key_id, headers, ...serverOn(ctx) };
}

/** The same database through a context that counts its statements. */
function counting() {
  const counted = { statements: 0 };
  const db = watchStatements(ctx.db, () => {
    counted.statements += 1;
  });
  return { counted, ctx: { ...ctx, db } satisfies Context };
}

test('a good key opens the API to its own account', async () => {
  const { http, account, headers } = await scene();

  const answer = await http.inject({ url: '/v1/things', headers });

  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    id: account.id,
    plan: account.plan,
    scope: 'full',
    country_code: '62',
  });
});

test('the refusal of a key says how to replace a lost one', async () => {
  const { http } = await scene();

  const answer = await http.inject({ url: '/v1/things' });

  expect(answer.json().message).toContain('The operator replaces a lost key: ./kurir key create');
});

test.each([
  ['no header', () => undefined],
  ['an empty header', () => ''],
  ['no scheme', (key: string) => key],
  ['another scheme', (key: string) => `Basic ${key}`],
  ['no key after the scheme', () => 'Bearer '],
  ['garbage', () => 'Bearer garbage'],
  ['two keys', (key: string) => `Bearer ${key} ${key}`],
  ['a key cut short', (key: string) => `Bearer ${key.slice(0, -1)}`],
  ['a key with something behind it', (key: string) => `Bearer ${key}x`],
  ['another secret', (key: string) => `Bearer ${key.slice(0, -5)}00000`],
  ['an unknown id', (key: string) => `Bearer kurir_00000000000_${key.slice(-27)}`],
  ['bytes beyond ASCII', (key: string) => `Bearer ${key.slice(0, -1)}ÿ`],
])('%s is 401 invalid_api_key', async (_name, headerFor) => {
  const { http, api_key, calls } = await scene();
  const authorization = headerFor(api_key);

  const answer = await http.inject({
    url: '/v1/things',
    ...(authorization === undefined ? {} : { headers: { authorization } }),
  });

  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toEqual({ error: 'invalid_api_key', message: expect.any(String) });
  expect(answer.headers['www-authenticate']).toBe('Bearer');
  expect(calls).toEqual([]);
});

test.each(['bearer', 'BEARER', 'Bearer  '])('the scheme may be written %j', async (scheme) => {
  const { http, api_key } = await scene();

  const answer = await http.inject({ url: '/v1/things', headers: { authorization: `${scheme} ${api_key}` } });

  expect(answer.statusCode).toBe(200);
});

test.each([
  ['203.0.113.7', '203.0.113.7', 200],
  ['203.0.113.7', '203.0.113.8', 403],
  ['203.0.113.7', '::ffff:203.0.113.7', 200],
  ['203.0.113.0/24', '::ffff:203.0.114.7', 403],
  ['198.51.100.1,203.0.113.0/24', '203.0.113.255', 200],
  ['2001:db8::/32', '2001:db8:ffff::1', 200],
  ['2001:db8::/32', '2001:db9::1', 403],
  ['fe80::/10', 'fe80::1%eth0', 200],
  ['0.0.0.0/0', '198.51.100.1', 200],
  ['0.0.0.0/0', '2001:db8::1', 403],
  ['::/0', '2001:db8::1', 200],
  ['::/0', '198.51.100.1', 403],
])('a key of %s that comes from %s is answered %i', async (list, remoteAddress, status) => {
  const { http, headers } = await scene('full', null, list.split(','));

  const answer = await http.inject({ url: '/v1/things', headers, remoteAddress });

  expect(answer.statusCode).toBe(status);
  if (status === 403) expect(answer.json().error).toBe('address_not_allowed');
});

test('only the holder of a living key learns that its address is not allowed', async () => {
  const refused = { remoteAddress: '198.51.100.1', url: '/v1/things' };
  const { http, account, api_key, key_id, headers, calls } = await scene('full', null, ['203.0.113.7']);
  const wrong = { authorization: `Bearer ${api_key.slice(0, -5)}00000` };
  const errorFor = async (given: Record<string, string>) =>
    (await http.inject({ ...refused, headers: given })).json().error;

  const answers = [await errorFor(wrong), await errorFor(headers)];
  await setStatus(ctx, account.id, 'suspended');
  ctx.clock.advance(WITHIN_MS);
  answers.push(await errorFor(headers));
  await revokeKey(ctx, key_id);
  ctx.clock.advance(WITHIN_MS);
  answers.push(await errorFor(headers));

  expect(answers).toEqual([
    'invalid_api_key',
    'address_not_allowed',
    // The state of the account is for callers from an allowed address.
    'address_not_allowed',
    'invalid_api_key',
  ]);
  expect(calls).toEqual([]);
});

test('the header of a proxy opens no list, unless the operator trusts the proxy', async () => {
  const list = ['203.0.113.7'];
  const direct = await scene('full', null, list);
  const proxied = serverOn(ctx, ['10.0.0.5']);
  const call = {
    url: '/v1/things',
    headers: { ...direct.headers, 'x-forwarded-for': '203.0.113.7' },
    remoteAddress: '10.0.0.5',
  };

  const answers = [await direct.http.inject(call), await proxied.http.inject(call)];

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 200]);
});

test('a call notes the key and the address, unless it is refused', async () => {
  const { http, key_id, headers, uses } = await scene('read', null, ['203.0.113.0/24']);
  const from = (remoteAddress: string, given = headers) =>
    http.inject({ method: 'POST', url: '/v1/things', headers: given, payload: { name: 'a' }, remoteAddress });

  await from('203.0.113.1');
  await from('198.51.100.1');
  await from('203.0.113.2', { authorization: 'Bearer garbage' });
  await from('::ffff:203.0.113.3');

  expect(uses).toEqual([
    [key_id, '203.0.113.1', ctx.now()],
    [key_id, '203.0.113.3', ctx.now()],
  ]);
});

test('a key is refused from the moment it expires', async () => {
  const expiresAt = new Date(ctx.now().getTime() + MINUTE);
  const { http, headers } = await scene('full', expiresAt);
  const before = await http.inject({ url: '/v1/things', headers });

  ctx.clock.set(expiresAt);
  const after = await http.inject({ url: '/v1/things', headers });

  expect([before.statusCode, after.statusCode]).toEqual([200, 401]);
});

test.each([
  ['a revoked key', 401, 'invalid_api_key', (s: Scene) => revokeKey(ctx, s.key_id)],
  ['a suspended account', 403, 'account_inactive', (s: Scene) => setStatus(ctx, s.account.id, 'suspended')],
  ['a cancelled account', 403, 'account_inactive', (s: Scene) => setStatus(ctx, s.account.id, 'cancelled')],
])('%s is refused within a second on every process', async (_name, status, error, change) => {
  const first = await scene();
  const second = serverOn(ctx);
  const ask = () =>
    Promise.all(
      [first, second].map(({ http }) => http.inject({ url: '/v1/things', headers: first.headers })),
    );
  const before = await ask();

  await change(first);
  ctx.clock.advance(WITHIN_MS);
  const after = await ask();

  expect(before.map((answer) => answer.statusCode)).toEqual([200, 200]);
  expect(after.map((answer) => [answer.statusCode, answer.json().error])).toEqual([
    [status, error],
    [status, error],
  ]);
});

test.each([
  ['a revoked key', 401, 'invalid_api_key', (s: Scene) => revokeKey(ctx, s.key_id)],
  ['an expired key', 401, 'invalid_api_key', async () => ctx.clock.advance(MINUTE)],
  ['a suspended account', 403, 'account_inactive', (s: Scene) => setStatus(ctx, s.account.id, 'suspended')],
  ['a cancelled account', 403, 'account_inactive', (s: Scene) => setStatus(ctx, s.account.id, 'cancelled')],
])(
  '%s is refused also when the call came before, and its body after',
  async (_name, status, error, change) => {
    const expiresAt = new Date(ctx.now().getTime() + MINUTE);
    const called = await scene('full', expiresAt);
    const body = new PassThrough();
    const headers = { ...called.headers, 'content-type': 'application/json' };
    const calling = called.http.inject({ method: 'POST', url: '/v1/things', headers, payload: body });
    body.write('{"name":');
    await expect.poll(() => called.uses).toHaveLength(1);

    await change(called);
    ctx.clock.advance(WITHIN_MS);
    body.end('"late"}');
    const answer = await calling;

    expect([answer.statusCode, answer.json().error]).toEqual([status, error]);
    expect(called.calls).toHaveLength(1);
  },
);

test('a body may take its time while the key is good', async () => {
  const { http, headers: auth } = await scene();
  const body = new PassThrough();
  const headers = { ...auth, 'content-type': 'application/json' };
  const calling = http.inject({ method: 'POST', url: '/v1/things', headers, payload: body });
  body.write('{"name":');

  ctx.clock.advance(WITHIN_MS);
  body.end('"late"}');

  expect((await calling).statusCode).toBe(200);
});

test('a reactivated account, another plan and new limits of a plan are felt within a second', async () => {
  const { http, account, headers } = await scene();
  await setStatus(ctx, account.id, 'suspended');
  const suspended = await http.inject({ url: '/v1/things', headers });

  await setStatus(ctx, account.id, 'active');
  await setPlan(ctx, account.id, 'starter');
  ctx.clock.advance(WITHIN_MS);
  const moved = await http.inject({ url: '/v1/things', headers });
  await savePlan(ctx, 'starter', { rate_per_minute: 11 });
  ctx.clock.advance(WITHIN_MS);
  const changed = await http.inject({ url: '/v1/things', headers });

  expect(suspended.statusCode).toBe(403);
  expect(moved.json().plan).toEqual({
    name: 'starter',
    rate_per_minute: 10,
    monthly_quota: 1000,
    max_devices: 1,
    storage_bytes: 2_147_483_648,
  });
  expect(changed.json().plan.rate_per_minute).toBe(11);
});

test.each([
  [
    'full',
    { 'GET /v1/things': 200, 'POST /v1/things': 200, 'POST /v1/messages': 200, 'GET /v1/messages/1': 200 },
  ],
  [
    'read',
    { 'GET /v1/things': 200, 'POST /v1/things': 403, 'POST /v1/messages': 403, 'GET /v1/messages/1': 200 },
  ],
  [
    'send',
    { 'GET /v1/things': 403, 'POST /v1/things': 403, 'POST /v1/messages': 200, 'GET /v1/messages/1': 200 },
  ],
  [
    'read',
    { 'HEAD /v1/things': 200, 'HEAD /v1/messages/1': 200, 'GET /v1/nowhere': 404, 'DELETE /v1/things': 405 },
  ],
  [
    'send',
    { 'HEAD /v1/things': 403, 'HEAD /v1/messages/1': 200, 'GET /v1/nowhere': 404, 'DELETE /v1/things': 405 },
  ],
  ['full', { 'GET /v1/things/start': 200, 'HEAD /v1/things/start': 200 }],
  ['read', { 'GET /v1/things/start': 403, 'HEAD /v1/things/start': 403 }],
  ['send', { 'GET /v1/things/start': 403, 'HEAD /v1/things/start': 403 }],
  ['full', { 'GET /v1/things/secret': 200, 'HEAD /v1/things/secret': 200 }],
  ['read', { 'GET /v1/things/secret': 403, 'HEAD /v1/things/secret': 403 }],
] as const)('a key of scope %s may do just this: %j', async (scope, expected) => {
  const { http, headers } = await scene(scope);

  const answers = await Promise.all(
    Object.keys(expected).map(async (call) => {
      const [method = 'GET', url = '/'] = call.split(' ');
      const payload = method === 'POST' ? { payload: { name: 'a' } } : {};
      const answer = await http.inject({ method: method as 'GET', url, headers, ...payload });
      return [call, answer.statusCode];
    }),
  );

  expect(Object.fromEntries(answers)).toEqual(expected);
});

const BAD_BODIES = {
  'broken JSON': { payload: '{', headers: { 'content-type': 'application/json' } },
  'too many bytes': { payload: `"${'a'.repeat(100)}"`, headers: { 'content-type': 'application/json' } },
  'a wrong type': { payload: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  'wrong fields': { payload: '{}', headers: { 'content-type': 'application/json' } },
};

test.each(Object.entries(BAD_BODIES))(
  '401 and 403 come before the complaint about %s',
  async (_name, { payload, headers }) => {
    const { http, account, headers: good } = await scene('read');
    const post = (auth: Record<string, string>) =>
      http.inject({ method: 'POST', url: '/v1/things', payload, headers: { ...headers, ...auth } });

    const nobody = await post({});
    const narrow = await post(good);
    await setStatus(ctx, account.id, 'suspended');
    ctx.clock.advance(WITHIN_MS);
    const suspended = await post(good);

    expect([nobody, narrow, suspended].map((answer) => answer.json().error)).toEqual([
      'invalid_api_key',
      'insufficient_scope',
      'account_inactive',
    ]);
  },
);

test.each([
  ['/v1/nowhere', 401],
  ['/v1', 401],
  ['/v1?a=1', 401],
  ['/v1/things/', 401],
  ['/%761/things', 401],
  ['/v1%2Fthings', 404],
  ['/V1/things', 404],
  ['/nowhere', 404],
  ['/open', 200],
])('without a key %s answers %i', async (url, status) => {
  const { http } = await scene();

  const answer = await http.inject(url);

  expect(answer.statusCode).toBe(status);
});

test('each call of an active account is counted once, unknown addresses and narrow keys too', async () => {
  const { http, account, headers, calls } = await scene('read');

  await http.inject({ url: '/v1/things', headers });
  await http.inject({ url: '/v1/nowhere', headers });
  await http.inject({ method: 'POST', url: '/v1/things', headers, payload: '{' });
  await http.inject({ url: '/open', headers });
  await setStatus(ctx, account.id, 'suspended');
  ctx.clock.advance(WITHIN_MS);
  await http.inject({ url: '/v1/things', headers });

  expect(calls).toEqual([account.id, account.id, account.id]);
});

test('200 calls of 20 keys at once cost one statement, and none while it is young', async () => {
  const account = await insertAccount(ctx);
  const keys = await Promise.all(
    Array.from({ length: 20 }, () =>
      createKey(ctx, { accountId: account.id, name: 'k', scope: 'full', expiresAt: null }),
    ),
  );
  const { counted, ctx: countedCtx } = counting();
  const { http } = serverOn(countedCtx);
  await http.ready();
  const ask = () =>
    Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        http.inject({ url: '/v1/things', headers: { authorization: `Bearer ${keys[index % 20]?.api_key}` } }),
      ),
    );

  const answers = [...(await ask()), ...(await ask())];

  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
  expect(counted.statements).toBeLessThanOrEqual(2);
});

test('text that cannot be a key costs no statement', async () => {
  const { counted, ctx: countedCtx } = counting();
  const { http } = serverOn(countedCtx);

  await Promise.all(
    ['Bearer garbage', 'Bearer kurir_x_y', ''].map((authorization) =>
      http.inject({ url: '/v1/things', headers: { authorization } }),
    ),
  );

  expect(counted.statements).toBe(0);
});

test('a database that is away is 503 with Retry-After, not 401', async () => {
  const { headers } = await scene();
  const away = openDatabase('postgres://nobody@127.0.0.1:1/nothing', { max: 1, name: 'away' });
  onTestFinished(() => away.close());
  const { http } = serverOn({ ...ctx, db: away.db });

  const answer = await http.inject({ url: '/v1/things', headers });

  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
});

type Scene = Awaited<ReturnType<typeof scene>>;

test('a refused call is a line of the log, with the key and the address', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const { headers, key_id } = await scene('read');
  const { http } = serverOn({ ...ctx, log });

  await http.inject({ url: '/v1/things', remoteAddress: '203.0.113.9' });
  await http.inject({ method: 'POST', url: '/v1/things', headers, remoteAddress: '203.0.113.9' });
  await http.inject({ url: '/v1/things', headers });

  const refused = lines.filter(({ msg }) => msg === 'auth.refused');
  expect(refused).toMatchObject([
    { code: 'invalid_api_key', key_id: null, route: '/v1/things', address: '203.0.113.9' },
    { code: 'insufficient_scope', key_id, method: 'POST', address: '203.0.113.9' },
  ]);
  expect(JSON.stringify(lines)).not.toContain(headers.authorization.slice(-27));
});

test('invented keys do not fill the log: ten lines a second, and the number of the others', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const { http } = serverOn({ ...ctx, log });
  ctx.clock.advance(MINUTE);

  for (let n = 0; n < 25; n += 1) await http.inject({ url: '/v1/things' });
  ctx.clock.advance(MINUTE);
  await http.inject({ url: '/v1/things' });

  const auth = lines.filter(({ msg }) => String(msg).startsWith('auth.'));
  expect(auth.map(({ msg }) => msg)).toEqual([
    ...Array(10).fill('auth.refused'),
    'auth.refusals_not_logged',
    'auth.refused',
  ]);
  expect(auth[10]).toMatchObject({ refusals: 15 });
});
