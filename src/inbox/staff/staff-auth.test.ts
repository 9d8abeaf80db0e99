import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { routesOf } from '../../../test/harness/routes.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import { callAs, insertUser, PASSWORD, staffOf } from '../../../test/harness/staff.ts';
import { setStatus } from '../../platform/accounts/account.ts';
import { createKey } from '../../platform/accounts/key.ts';

const WITHIN_MS = 999;
const DAY = 86_400_000;

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
const ctx = await testContext({
  cleanup: afterAll,
  parts: { log },
  env: { KURIR_TRUSTED_PROXIES: '10.0.0.1', KURIR_PUBLIC_URL: 'https://kurir.example/api' },
});
const { http } = await openService(ctx);
const shop = await insertAccount(ctx);
const ani = await staffOf(http, ctx, { account: shop, role: 'admin' });

const errorOf = async (headers: Record<string, string>, method = 'GET', path = '/app/api/me') => {
  const { status, body } = await callAs(http, method, path, method === 'GET' ? undefined : {}, headers);
  return status < 300 ? status : body.error;
};

test('a session opens the routes of /v1 below /app/api to its own account', async () => {
  const label = await ani.call('POST', '/app/api/labels', { name: 'vip' });
  const listed = await ani.call('GET', '/app/api/labels');

  expect(label.status).toBe(201);
  expect(listed.body.data).toMatchObject([{ name: 'vip' }]);
  expect(listed.headers['cache-control']).toBe('no-store');
});

test('cookies do not open /v1, and API keys do not open /app/api', async () => {
  const { api_key } = await createKey(ctx, { accountId: shop.id, name: 'k', scope: 'full', expiresAt: null });

  const cookie = await ani.call('GET', '/v1/labels');
  const key = await errorOf({ authorization: `Bearer ${api_key}` });

  expect(cookie.body.error).toBe('invalid_api_key');
  expect(key).toBe('login_required');
});

test('each route of /v1 has its twin with the same lane, but for those of keys alone', async () => {
  const routes = routesOf(http);
  const twins = new Map(
    routes.filter(({ url }) => url.startsWith('/app/api/')).map((each) => [nameOf(each), each]),
  );
  const missing = routes
    .filter(({ url, staff }) => url.startsWith('/v1/') && staff !== 'none')
    .filter(({ method, url, lane }) => twins.get(nameOf({ method, url }))?.lane !== lane);

  expect(missing).toEqual([]);
});

const nameOf = ({ method, url }: { method: string; url: string }) =>
  `${method} ${url.replace('/v1/', '/app/api/')}`;

test.each([
  ['no cookie', () => ({})],
  ['an empty cookie', () => ({ cookie: 'kurir_session=' })],
  ['a forged cookie', () => ({ cookie: `kurir_session=${'A'.repeat(43)}` })],
  ['a cookie cut short', () => ({ cookie: ani.cookie.slice(0, -1) })],
  [
    'a session of plain HTTP in the cookie of HTTPS',
    () => ({ cookie: ani.cookie.replace('kurir_session', '__Host-kurir') }),
  ],
])('%s is 401 login_required', async (_name, headers) => {
  expect(await errorOf(headers())).toBe('login_required');
});

test('a call that changes something needs the CSRF token of its session', async () => {
  const other = await staffOf(http, ctx, { account: shop, role: 'admin' });
  const { cookie, csrf } = ani;
  const post = (headers: Record<string, string>) =>
    errorOf({ cookie, ...headers }, 'POST', '/app/api/labels');

  expect(await post({})).toBe('invalid_csrf_token');
  expect(await post({ 'x-csrf-token': '' })).toBe('invalid_csrf_token');
  expect(await post({ 'x-csrf-token': other.csrf })).toBe('invalid_csrf_token');
  expect(await post({ 'x-csrf-token': `${csrf}A` })).toBe('invalid_csrf_token');
  expect(await errorOf({ cookie }, 'GET', '/app/api/devices/x/qr')).toBe('invalid_csrf_token');
});

test('a read with the token of another session is refused, so that no page mixes two users', async () => {
  const other = await staffOf(http, ctx, { account: shop, role: 'admin' });
  const { cookie, csrf } = ani;
  const read = (token: string) => errorOf({ cookie, 'x-csrf-token': token });

  expect([await read(other.csrf), await read(csrf), await read('')]).toEqual([
    'invalid_csrf_token',
    200,
    200,
  ]);
  expect(await errorOf({ cookie })).toBe(200);
});

test.each([
  [{ origin: 'http://localhost:8080' }, 200],
  [{ origin: 'https://kurir.example' }, 200],
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ 'sec-fetch-site': 'none' }, 200],
  [{ origin: 'null' }, 'foreign_origin'],
  [{ origin: 'http://localhost:3000' }, 'foreign_origin'],
  [{ origin: 'https://localhost:8080' }, 'foreign_origin'],
  [{ origin: 'https://kurir.example.evil.example' }, 'foreign_origin'],
  [{ 'sec-fetch-site': 'cross-site' }, 'foreign_origin'],
  [{ 'sec-fetch-site': 'same-site' }, 'foreign_origin'],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 'foreign_origin'],
])('a page with %j gets %s', async (headers, expected) => {
  expect(await errorOf({ cookie: ani.cookie, ...headers })).toBe(expected);
});

test('a page of another site cannot log a person in, and an address bar cannot change anything', async () => {
  const { email } = await insertUser(ctx, { account: shop, role: 'agent' });
  const logIn = (headers: Record<string, string>) =>
    callAs(http, 'POST', '/app/api/session', { email, password: PASSWORD }, headers);

  const foreign = await logIn({ origin: 'https://evil.example' });
  const typed = await ani.call('POST', '/app/api/labels', { name: 'x' }, { 'sec-fetch-site': 'none' });
  const own = await logIn({ origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' });

  expect([foreign.body.error, typed.body.error, own.status]).toEqual([
    'foreign_origin',
    'foreign_origin',
    201,
  ]);
});

test.each([
  { from: 'another machine', remoteAddress: '192.168.1.7' },
  { from: 'another name of this machine' },
  {
    from: 'a proxy called over plain HTTP',
    headers: { 'x-forwarded-proto': 'http' },
    remoteAddress: '10.0.0.1',
  },
  { from: 'a proxy without headers', remoteAddress: '10.0.0.1', hint: 'X-Forwarded-Proto' },
  {
    from: 'a proxy that is not trusted',
    headers: { 'x-forwarded-proto': 'https' },
    error: 'proxy_not_trusted',
  },
  ...['x-forwarded-for', 'x-real-ip', 'via', 'forwarded'].map((name) => ({
    from: `a proxy with ${name} alone`,
    remoteAddress: '10.0.0.1',
    headers: { [name]: '198.51.100.7' },
    error: 'proxy_without_protocol',
    hint: 'proxy_set_header X-Forwarded-Proto $scheme;',
  })),
])('plain HTTP from $from is refused with what to set', async ({ remoteAddress, headers, error, hint }) => {
  const answer = await http.inject({
    method: 'POST',
    url: '/app/api/links/accept',
    ...(remoteAddress && { remoteAddress }),
    headers: { host: 'kurir.example', origin: 'https://kurir.example', ...headers },
    payload: {},
  });

  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({
    error: error ?? 'https_required',
    message: expect.stringContaining(hint ?? 'KURIR_TRUSTED_PROXIES'),
  });
});

test('behind a trusted proxy with HTTPS the cookie is Secure, and works over HTTPS alone', async () => {
  const { email } = await insertUser(ctx, { account: shop, role: 'agent' });
  const proxied = {
    remoteAddress: '10.0.0.1',
    headers: { host: 'kurir.example', 'x-forwarded-proto': 'https' },
  };

  const answer = await http.inject({
    ...proxied,
    method: 'POST',
    url: '/app/api/session',
    payload: { email, password: PASSWORD },
  });
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  const secure = await http.inject({
    ...proxied,
    url: '/app/api/me',
    headers: { ...proxied.headers, cookie },
  });
  const plain = await errorOf({ cookie: cookie.replace('__Host-kurir', 'kurir_session') });

  expect([answer.headers['set-cookie'] ?? []].flat()[0]).toMatch(
    /^__Host-kurir=[\w-]{43}; Secure; HttpOnly; SameSite=Lax; Path=\/; /,
  );
  expect(secure.json()).toMatchObject({ email });
  expect(secure.headers['strict-transport-security']).toBe('max-age=31536000');
  expect(plain).toBe('login_required');
});

test('roles: an agent calls no route of admins', async () => {
  const agent = await staffOf(http, ctx, { account: shop, role: 'agent' });

  const refused = await agent.call('GET', '/app/api/audit');
  const unknown = await agent.call('GET', '/app/api/nowhere');

  expect([refused.body.error, unknown.status]).toEqual(['insufficient_role', 404]);
});

const CHANGES: [string, string, (user: { id: number; account_id: number }) => Promise<unknown>][] = [
  [
    'a disabled user',
    'login_required',
    ({ id }) => change(`update users set status = 'disabled' where id = $1`, id),
  ],
  [
    'a removed session',
    'login_required',
    ({ id }) => change('delete from user_sessions where user_id = $1', id),
  ],
  [
    'a lower role',
    'insufficient_role',
    ({ id }) => change(`update users set role = 'agent' where id = $1`, id),
  ],
  ['a suspended account', 'account_inactive', ({ account_id }) => setStatus(ctx, account_id, 'suspended')],
];
const change = (sql: string, id: number) => ctx.pool.query(sql, [id]);

test.each(CHANGES)('%s is refused within a second', async (_name, error, act) => {
  const user = await staffOf(http, ctx, { account: await insertAccount(ctx), role: 'admin' });
  const before = await user.call('GET', '/app/api/audit');

  await act(user.user);
  ctx.clock.advance(WITHIN_MS);
  const after = await user.call('GET', '/app/api/audit');

  expect([before.status, after.body.error]).toEqual([200, error]);
});

test('a session ends after 3 days without a call, and after 30 days at the latest', async () => {
  const account = await insertAccount(ctx);
  const idle = await staffOf(http, ctx, { account, role: 'agent' });
  const used = await staffOf(http, ctx, { account, role: 'agent' });
  ctx.clock.advance(DAY);
  const status = async ({ call }: typeof idle) => (await call('GET', '/app/api/me')).status;
  const seen: number[] = [];
  await status(used);
  await expect.poll(() => lastSeen(used.user.id), { timeout: 3_000 }).toEqual(ctx.now());

  for (let day = 1; day < 30; day += 2) {
    seen.push(await status(used));
    await seenNow(used.user.id);
    ctx.clock.advance(2 * DAY);
  }

  expect(new Set(seen)).toEqual(new Set([200]));
  expect([await status(used), await status(idle)]).toEqual([401, 401]);
});

/** The next write of last uses is a second of real time away. */
const seenNow = (userId: number) =>
  ctx.pool.query('update user_sessions set last_seen_at = $2 where user_id = $1', [userId, ctx.now()]);

async function lastSeen(userId: number): Promise<Date> {
  const { rows } = await ctx.pool.query('select last_seen_at from user_sessions where user_id = $1', [
    userId,
  ]);
  return rows[0].last_seen_at;
}

test('lines of the log name the user, and no cookie, token or password', async () => {
  const agent = await staffOf(http, ctx, { account: shop, role: 'agent' });

  const before = lines.length;

  await agent.call('GET', '/app/api/me');
  await agent.call('GET', '/app/api/audit');
  await callAs(http, 'POST', '/app/api/session', { email: agent.user.email, password: PASSWORD }, {});
  await callAs(http, 'GET', '/app/api/me', undefined, { cookie: agent.cookie.replace('=', '=x') });

  const user = { user_id: agent.user.user_uuid, route: '/app/api/audit' };
  const answered = lines.slice(before).filter(({ msg }) => msg === 'http.answered');
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'auth.refused', code: 'insufficient_role', ...user }),
  );
  expect(answered).toContainEqual(expect.objectContaining({ status: 403, account_id: shop.id, ...user }));
  expect(answered.map(({ key_id }) => key_id)).toEqual(answered.map(() => undefined));
  const text = JSON.stringify(lines);
  for (const secret of [agent.cookie.slice(-43), agent.csrf, PASSWORD]) expect(text).not.toContain(secret);
});
