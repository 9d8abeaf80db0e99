import type { Updateable } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { localOidc, tokenOf } from '../../../../test/harness/local-oidc.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import type { Answer } from '../../../../test/harness/shop.ts';
import { callAs, insertUser, staffOf } from '../../../../test/harness/staff.ts';
import { type Tables, tablesOf } from '../../../../test/harness/tables.ts';
import { assembleHttp } from '../../../app/http/http-server.ts';
import { HOUR, MINUTE } from '../../../platform/lib/clock.ts';

const PUBLIC_URL = 'http://localhost:8080';
/** A browser that another site sends here. */
const VISIT = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };

const local = await localOidc({ redirectUri: `${PUBLIC_URL}/app/api/oidc/callback`, cleanup: afterAll });
const ctx = await testContext({
  cleanup: afterAll,
  env: {
    KURIR_PUBLIC_URL: PUBLIC_URL,
    KURIR_OIDC_ISSUER: local.issuer,
    KURIR_OIDC_CLIENT_ID: local.clientId,
    KURIR_OIDC_CLIENT_SECRET: local.clientSecret,
    KURIR_OIDC_NAME: 'Akun Toko',
    KURIR_TRUSTED_PROXIES: '127.0.0.1',
  },
});
const http = assembleHttp(ctx, null);
afterAll(() => http.close());
const account = await insertAccount(ctx);

beforeEach(() => {
  local.broken = null;
  local.forge = null;
  // The limits of the address begin again.
  ctx.clock.advance(HOUR);
});

test('an invited person logs in at the provider, becomes active, and returns to the page', async () => {
  const user = await invite('ani@toko.example');
  await insertInvitation(user);
  local.person = { sub: 'ani', email: 'Ani@Toko.example', email_verified: true };

  const returned = await logIn('/app/api/oidc/start?return_to=/app/conversations/7');

  expect(returned).toMatchObject({ status: 302, headers: { location: '../../conversations/7' } });
  const me = await callAs(http, 'GET', '/app/api/me', undefined, { cookie: cookiesOf(returned) });
  expect(me).toMatchObject({ status: 200, body: { id: user.user_uuid } });
  expect(await rowOf(user)).toMatchObject({ status: 'active', oidc_subject: `${local.issuer} ani` });
  expect(await invitationsOf(user)).toBe(0);
  expect(await actionsOf(user)).toEqual(['user.oidc_linked', 'user.logged_in']);
});

test('after the first log-in the subject counts, not the e-mail', async () => {
  const user = await invite('budi@toko.example');
  local.person = { sub: 'budi', email: user.email, email_verified: true };
  await logIn();

  local.person = { sub: 'budi', email: 'budi.baru@toko.example', email_verified: false };
  const renamed = await logIn();
  local.person = { sub: 'another', email: user.email, email_verified: true };
  const nextOwner = await logIn();

  expect(renamed.status).toBe(302);
  expect(nextOwner).toMatchObject({ status: 403, body: { error: 'oidc_refused' } });
  expect(cookiesOf(nextOwner)).not.toContain('kurir_session');
});

test('after a reset, the person may have another identity at the provider', async () => {
  const owner = await staffOf(http, ctx, { account, role: 'owner' });
  const user = await invite('joko@toko.example');
  local.person = { sub: 'joko', email: user.email, email_verified: true };
  await logIn();

  const reset = await owner.call('POST', `/app/api/users/${user.user_uuid}/reset`, {});
  local.person = { sub: 'joko baru', email: user.email, email_verified: true };
  const again = await logIn();

  expect([reset.status, again.status]).toEqual([201, 302]);
  expect(await rowOf(user)).toMatchObject({ oidc_subject: `${local.issuer} joko baru` });
});

test.each([
  ['without a verified e-mail', { email_verified: false }, 'invited'],
  ['with an e-mail that no user has', { email: 'orang.lain@toko.example' }, 'invited'],
  ['of a disabled user', {}, 'disabled'],
] as const)('a person %s is refused, and gets no session', async (_who, change, status) => {
  const user = await invite(`citra${status}${Object.keys(change)}@toko.example`, status);
  local.person = { sub: `citra ${user.id}`, email: user.email, email_verified: true, ...change };

  const refused = await logIn();

  expect(refused).toMatchObject({ status: 403, body: { error: 'oidc_refused' } });
  expect(await rowOf(user)).toMatchObject({ status, oidc_subject: null });
  expect(await sessionsOf(user)).toBe(0);
});

test('an e-mail does not replace a second factor; a pinned person needs no code', async () => {
  const user = await invite('dewi@toko.example', 'active');
  const withFactor = { totp_secret: Buffer.from('sealed'), totp_confirmed_at: ctx.now(), totp_step: 1 };
  await change(user, withFactor);
  local.person = { sub: 'dewi', email: user.email, email_verified: true };

  const unpinned = await logIn();
  await change(user, { oidc_subject: `${local.issuer} dewi` });
  const pinned = await logIn();

  expect(unpinned).toMatchObject({ status: 403, body: { error: 'oidc_second_factor' } });
  expect(pinned.status).toBe(302);
});

test('only the browser that began, within ten minutes, finishes a log-in, and only once', async () => {
  const user = await invite('eka@toko.example');
  local.person = { sub: 'eka', email: user.email, email_verified: true };
  const [mine, theirs, late] = [await begin(), await begin(), await begin()];
  const [callback, lateCallback] = [await local.visit(mine.url), await local.visit(late.url)];

  const answers = [
    await comeBack(callback, ''),
    await comeBack(callback, theirs.cookie),
    await comeBack(callback, `${mine.cookie.slice(0, -8)}AAAAAAAA`),
  ];
  const finished = await comeBack(callback, mine.cookie);
  const replayed = await comeBack(callback, mine.cookie);
  ctx.clock.advance(10 * MINUTE);
  const tooLate = await comeBack(lateCallback, late.cookie);

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(finished.status).toBe(302);
  expect([replayed.status, tooLate.status]).toEqual([403, 403]);
  expect(await sessionsOf(user)).toBe(1);
});

test('a user who is disabled while the person is at the provider stays out', async () => {
  const user = await invite('fitri@toko.example');
  local.person = { sub: 'fitri', email: user.email, email_verified: true };
  const { url, cookie } = await begin();
  const callback = await local.visit(url);

  await change(user, { status: 'disabled' });
  const refused = await comeBack(callback, cookie);

  expect(refused).toMatchObject({ status: 403, body: { error: 'oidc_refused' } });
  expect(await rowOf(user)).toMatchObject({ status: 'disabled', oidc_subject: null });
});

test('a person without a user of an earlier log-in chooses from several accounts', async () => {
  const other = await insertAccount(ctx);
  const email = 'gita@toko.example';
  const users = [await invite(email, 'active'), await invite(email, 'active', other)];
  local.person = { sub: 'gita', email, email_verified: true };

  const unclear = await logIn();
  const page = await callAs(http, 'GET', '/app/api/oidc', undefined, { cookie: cookiesOf(unclear) });
  const chosen = await logIn(`/app/api/oidc/start?account_id=${other.id}`);

  const accounts = [account, other].map(({ id, name }) => ({ account_id: id, name, joined: false }));
  expect(unclear).toMatchObject({ status: 409, body: { error: 'account_required', accounts } });
  expect(page.body.accounts).toEqual(accounts);
  expect(chosen.status).toBe(302);
  expect(await Promise.all(users.map(sessionsOf))).toEqual([0, 1]);
});

test('invitations of other accounts do not keep a pinned person out, who may choose one', async () => {
  const email = 'sari@toko.example';
  const [strangers, invited] = [[] as { id: number }[], [] as User[]];
  for (let n = 0; n < 21; n += 1) {
    const stranger = await insertAccount(ctx);
    strangers.push(stranger);
    invited.push(await invite(email, 'invited', stranger));
  }
  const mine = await invite(email, 'active');
  await change(mine, { oidc_subject: `${local.issuer} sari` });
  local.person = { sub: 'sari', email, email_verified: true };

  const usual = await logIn();
  const asked = await logIn('/app/api/oidc/start?choose=true');
  const joined = await logIn(`/app/api/oidc/start?account_id=${strangers[0]?.id}`);

  expect([usual.status, asked.status, joined.status]).toEqual([302, 409, 302]);
  expect(asked.body.accounts[0]).toEqual({ account_id: account.id, name: account.name, joined: true });
  expect(asked.body.accounts[1]).toMatchObject({ account_id: strangers[0]?.id, joined: false });
  expect(await sessionsOf(mine)).toBe(1);
  expect(await Promise.all(invited.slice(0, 2).map(sessionsOf))).toEqual([1, 0]);
});

test('an empty subject names no person', async () => {
  const user = await invite('wati@toko.example');
  local.person = { sub: 'wati', email: user.email, email_verified: true };
  local.forge = (claims, _own, key) =>
    tokenOf({ alg: 'ES256', kid: 'local' }, { ...claims, ...local.person, sub: '' }, key);

  const refused = await logIn();

  expect(refused).toMatchObject({ status: 403, body: { error: 'oidc_refused' } });
  expect(await rowOf(user)).toMatchObject({ status: 'invited', oidc_subject: null });
});

test('two callbacks of one person at the same time open the same user', async () => {
  const user = await invite('hana@toko.example');
  local.person = { sub: 'hana', email: user.email, email_verified: true };
  const begun = [await begin(), await begin()];
  const callbacks = await Promise.all(begun.map(({ url }) => local.visit(url)));

  const answers = await Promise.all(
    callbacks.map((callback, index) => comeBack(callback, begun[index]?.cookie ?? '')),
  );

  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  expect(await rowOf(user)).toMatchObject({ oidc_subject: `${local.issuer} hana` });
});

test('a page elsewhere is refused as the end of a log-in, before the provider is asked', async () => {
  const answer = await start('/app/api/oidc/start?return_to=//evil.example');

  expect(answer).toMatchObject({
    status: 422,
    body: { errors: { return_to: ['must be a path below /app'] } },
  });
  expect(answer.headers.location).toBeUndefined();
});

test('over HTTPS the cookies are for this host and HTTPS alone; over plain HTTP elsewhere nothing begins', async () => {
  const proxied = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };

  const secure = await start('/app/api/oidc/start', proxied);
  const plain = await start('/app/api/oidc/start', { ...proxied, 'x-forwarded-proto': 'http' });

  expect(String(secure.headers['set-cookie'])).toMatch(
    /^__Host-kurir-oidc=[\w-]+; Secure; HttpOnly; SameSite=Lax; Path=\/; Max-Age=600$/,
  );
  expect(plain).toMatchObject({ status: 403, body: { error: 'https_required' } });
});

test('a provider that fails is a 503, and the next attempt of the person succeeds', async () => {
  const user = await invite('indra@toko.example');
  local.person = { sub: 'indra', email: user.email, email_verified: true };
  const { url, cookie } = await begin();
  const callback = await local.visit(url);

  local.broken = { status: 500, body: '{}' };
  const whileBroken = await comeBack(callback, cookie);
  local.broken = null;
  const after = await logIn();

  expect(whileBroken).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
  expect(after.status).toBe(302);
});

test('a browser that is refused learns it on the page where people log in, below any prefix', async () => {
  local.person = { sub: 'orang', email: 'orang.lain@toko.example', email_verified: true };
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const { url, cookie } = await begin();
  const { pathname, search } = await local.visit(url);

  const refused = await callAs(http, 'GET', pathname + search, undefined, { ...VISIT, cookie, accept });
  const unbegun = await callAs(http, 'GET', pathname, undefined, { ...VISIT, accept });

  const locations = [refused, unbegun].map(({ headers }) => String(headers.location));
  expect(
    locations.map((location) => new URL(location, `https://a.example/kurir${pathname}`).pathname),
  ).toEqual(Array(2).fill('/kurir/app/log-in'));
  expect(locations.map((location) => location.split('?')[1])).toEqual(Array(2).fill('problem=oidc_refused'));
  expect(cookiesOf(refused)).not.toContain('kurir_session');
});

test('callbacks from one address are limited, so that callers cannot occupy the provider', async () => {
  const { cookie } = await begin();
  const forged = new URL(`${PUBLIC_URL}/app/api/oidc/callback?code=guessed&state=guessed`);

  const answers = await Promise.all(Array.from({ length: 101 }, () => comeBack(forged, cookie)));

  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 403)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test('without a provider, the page learns it, and nothing begins', async () => {
  const bare = await testContext();
  const alone = assembleHttp(bare, null);

  const state = await callAs(alone, 'GET', '/app/api/oidc', undefined, {});
  const begun = await callAs(alone, 'GET', '/app/api/oidc/start', undefined, VISIT);
  const finished = await callAs(alone, 'GET', '/app/api/oidc/callback', undefined, VISIT);

  expect(state.body).toEqual({ enabled: false, name: null, start_url: null, accounts: [] });
  for (const answer of [begun, finished]) {
    expect(answer).toMatchObject({ status: 404, body: { error: 'oidc_not_configured' } });
  }
  const here = await callAs(http, 'GET', '/app/api/oidc', undefined, {});
  const start_url = '/app/api/oidc/start';
  expect(here.body).toEqual({ enabled: true, name: 'Akun Toko', start_url, accounts: [] });
  await alone.close();
});

type User = Awaited<ReturnType<typeof insertUser>>;

function start(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return callAs(http, 'GET', path, undefined, { ...VISIT, ...headers });
}

async function begin(path = '/app/api/oidc/start') {
  const answer = await start(path);
  if (answer.status !== 302) throw new Error(JSON.stringify(answer.body));
  return { url: String(answer.headers.location), cookie: cookiesOf(answer) };
}

function comeBack({ pathname, search }: URL, cookie: string): Promise<Answer> {
  return callAs(http, 'GET', pathname + search, undefined, { ...VISIT, cookie });
}

async function logIn(path?: string): Promise<Answer> {
  const { url, cookie } = await begin(path);
  return comeBack(await local.visit(url), cookie);
}

function cookiesOf({ headers }: Answer): string {
  const lines = [headers['set-cookie'] ?? []].flat();
  return lines.map((line) => line.split(';')[0]).join('; ');
}

async function invite(
  email: string,
  status: 'invited' | 'active' | 'disabled' = 'invited',
  of = account,
): Promise<User> {
  const user = await insertUser(ctx, { account: of, role: 'agent' });
  await change(user, { email, status });
  return { ...user, email };
}

async function change(user: User, columns: Updateable<Tables['users']>): Promise<void> {
  await tablesOf(ctx.db).updateTable('users').set(columns).where('id', '=', user.id).execute();
}

const rowOf = (user: User) =>
  tablesOf(ctx.db).selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();

async function insertInvitation(user: User): Promise<void> {
  await ctx.pool.query(
    `insert into user_links (token_hash, account_id, user_id, kind, created_at, expires_at)
     values ($1, $2, $3, 'invitation', now(), now() + interval '7 days')`,
    [Buffer.from(user.email), user.account_id, user.id],
  );
}

const countOf = async (table: 'user_links' | 'user_sessions', user: User) =>
  Number((await ctx.pool.query(`select count(*) from ${table} where user_id = $1`, [user.id])).rows[0].count);
const invitationsOf = (user: User) => countOf('user_links', user);
const sessionsOf = (user: User) => countOf('user_sessions', user);

async function actionsOf(user: User): Promise<string[]> {
  const rows = await tablesOf(ctx.db)
    .selectFrom('audit_log')
    .select('action')
    .where('target', '=', user.user_uuid)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}
