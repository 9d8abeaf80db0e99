import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { callAs, PASSWORD, staffOf } from '../../../../test/harness/staff.ts';
import { HOUR, SECOND } from '../../../platform/lib/clock.ts';
import { makeLinkOfFirstOwner, makeLogInLink } from '../users/creation.ts';
import { addressOf } from './link.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx);
const NEW = 'teh manis tanpa es';
const INVALID = [404, 'invalid_link'];
const UNKNOWN = 'x'.repeat(43);

/** An account with an owner, and a visitor without a session. */
async function shop() {
  await ctx.pool.query('delete from login_attempts');
  const account = await insertAccount(ctx);
  const owner = await staffOf(http, ctx, { account, role: 'owner' });
  const email = `new-${account.id}@toko.example`;
  const post = (path: string, body: object) => callAs(http, 'POST', path, body, {});
  return {
    ...{ account, owner, email },
    invite: async (fields: object = {}) => {
      const input = { email, name: 'Ani', role: 'agent', ...fields };
      const { status, body } = await owner.call('POST', '/app/api/invitations', input);
      expect(status).toBe(201);
      return { id: body.user.id, link: body.link };
    },
    reset: async (id: string, fields: object = {}) => {
      const { status, body } = await owner.call('POST', `/app/api/users/${id}/reset`, fields);
      expect(status).toBe(201);
      return body.link;
    },
    accept: ({ url }: { url: string }, fields: object = {}) =>
      post('/app/api/links/accept', { token: url.split('#')[1], password: NEW, ...fields }),
    look: ({ url }: { url: string }) => post('/app/api/links/look', { token: url.split('#')[1] }),
    logInLink: async (uuid: string) => {
      const { link } = await makeLogInLink(ctx, account, uuid);
      return { ...link, url: addressOf('http://localhost:8080/kurir/', link) };
    },
    logInBy: ({ url }: { url: string }, fields: object = {}, headers: Record<string, string> = {}) =>
      callAs(http, 'POST', '/app/api/links/log-in', { token: url.split('#')[1], ...fields }, headers),
    logIn: async (user: string, password: string) =>
      (await post('/app/api/session', { email: user, password })).status,
  };
}

/** Status and code. */
const codeOf = ({ status, body }: Awaited<ReturnType<typeof callAs>>) => [status, body.error ?? body.errors];

test('an invited user chooses a password, is logged in, and logs in again', async () => {
  const { account, email, invite, accept, logIn } = await shop();
  const { id, link } = await invite();

  const before = await logIn(email, NEW);
  const accepted = await accept(link, { name: 'Ani Wijaya' });
  const me = await callAs(http, 'GET', '/app/api/me', undefined, {
    cookie: String(accepted.headers['set-cookie']).split(';')[0] ?? '',
  });

  expect(link.url).toMatch(/^http:\/\/localhost:8080\/app\/link#[\w-]{43}$/);
  expect(before).toBe(401);
  expect(accepted).toMatchObject({ status: 201, body: { csrf_token: expect.any(String), user: { id } } });
  expect(me).toMatchObject({ status: 200, body: { id, email, name: 'Ani Wijaya', role: 'agent' } });
  expect(await logIn(email, NEW)).toBe(201);
  const entries = (await auditEntries(ctx, account.id)).filter(({ target }) => target === id);
  expect(entries.map(({ action }) => action)).toEqual([
    ...['user.invited', 'user.changed', 'user.joined', 'user.logged_in'],
  ]);
  expect(entries[2]).toMatchObject({ actor: 'user', actor_id: id, address: '127.0.0.1' });
});

test('a wrong, a used, a replaced, a removed, a disabled and an expired link get one answer', async () => {
  const { owner, invite, reset, accept } = await shop();
  const used = await invite({ email: 'a@x', name: 'a' });
  const replaced = await invite({ email: 'b@x', name: 'b' });
  const removed = await invite({ email: 'c@x', name: 'c' });
  const disabled = await invite({ email: 'd@x', name: 'd' });
  const expired = await invite({ email: 'e@x', name: 'e' });
  await accept(used.link);
  await reset(replaced.id);
  await owner.call('DELETE', `/app/api/invitations/${removed.id}`);
  await owner.call('PATCH', `/app/api/users/${disabled.id}`, { status: 'disabled' });
  await ctx.pool.query(
    'update user_links set expires_at = $1 where user_id = (select id from users where user_uuid = $2)',
    [ctx.now(), expired.id],
  );

  const answers = [await accept({ url: `#${UNKNOWN}` })];
  for (const { link } of [used, replaced, removed, disabled, expired]) answers.push(await accept(link));

  expect(answers.map(codeOf)).toEqual(answers.map(() => INVALID));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toHaveProperty('size', 1);
});

test('a link says whose it is, as often as it is asked, and stays usable', async () => {
  const { account, email, invite, accept, look } = await shop();
  const { link } = await invite();

  const looks = [await look(link), await look(link)];
  const unknown = await look({ url: `#${UNKNOWN}` });
  const accepted = await accept(link);
  const used = await look(link);

  for (const { status, body } of looks) {
    expect([status, body]).toEqual([200, { kind: 'invitation', email, account: account.name }]);
  }
  expect([unknown, used].map(codeOf)).toEqual([INVALID, INVALID]);
  expect(accepted.status).toBe(201);
});

test('a link that several calls use at once lets one of them in', async () => {
  const { invite, accept } = await shop();
  const { link } = await invite();

  const answers = await Promise.all([1, 2, 3].map(() => accept(link)));

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404]);
});

test('a reset ends password and sessions at once, and its link lives an hour', async () => {
  const { account, reset, accept, logIn } = await shop();
  const { user, call } = await staffOf(http, ctx, { account, role: 'agent' });

  const link = await reset(user.user_uuid);
  ctx.clock.advance(SECOND);
  const locked = [await logIn(user.email, PASSWORD), (await call('GET', '/app/api/me')).status];
  const accepted = await accept(link);

  expect(Date.parse(link.expires_at)).toBe(ctx.now().getTime() - SECOND + HOUR);
  expect(locked).toEqual([401, 401]);
  expect(accepted.status).toBe(201);
  expect([await logIn(user.email, PASSWORD), await logIn(user.email, NEW)]).toEqual([401, 201]);
  expect((await auditEntries(ctx, account.id)).map(({ action }) => action)).toContain(
    'user.password_changed',
  );
});

test('a refused password or name leaves the link usable', async () => {
  const { owner, invite, accept } = await shop();
  const { link } = await invite();

  const refused = [
    await accept(link, { password: 'short' }),
    await accept(link, { password: 'Ani Wijaya S', name: 'ani wijaya s' }),
    await accept(link, { name: owner.user.name.toUpperCase() }),
    await accept(link, { name: 'bot' }),
  ];
  const accepted = await accept(link);

  expect(refused.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual([
    [422, ['password']],
    [422, ['password']],
    [422, ['name']],
    [422, ['name']],
  ]);
  expect(accepted.status).toBe(201);
});

test('a link does not replace the second factor, unless the reset removes it', async () => {
  const { account, reset, accept } = await shop();
  const { user } = await staffOf(http, ctx, { account, role: 'agent' });
  await ctx.pool.query(`update users set totp_secret = '\\x01', totp_confirmed_at = now() where id = $1`, [
    user.id,
  ]);

  const link = await reset(user.user_uuid);
  const refused = await accept(link);
  const accepted = await accept(await reset(user.user_uuid, { remove_second_factor: true }));

  expect(codeOf(refused)).toEqual([401, 'code_required']);
  expect(accepted).toMatchObject({ status: 201, body: { user: { has_second_factor: false } } });
});

test('nothing lets a user into a suspended account', async () => {
  const { account, invite, accept } = await shop();
  const { link } = await invite();
  await ctx.pool.query(`update accounts set status = 'suspended' where id = $1`, [account.id]);

  expect(codeOf(await accept(link))).toEqual([403, 'account_inactive']);
});

test('an address has 30 attempts in 15 minutes', async () => {
  const { accept } = await shop();

  const answers = [];
  for (let n = 0; n < 31; n += 1) answers.push(await accept({ url: `#${UNKNOWN}` }));

  expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(404), 429]);
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(800);
});

test('the database has the hash of a link alone', async () => {
  const { invite } = await shop();

  const { link } = await invite();

  const { rows } = await ctx.pool.query(
    'select l::text as text from user_links l union select a::text from audit_log a',
  );
  const token = link.url.split('#')[1];
  const forms = [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')];
  const text = JSON.stringify(rows);
  expect(forms.filter((form) => text.includes(form))).toEqual([]);
});

test('a link from before a higher role does not work; one from before a lower role does', async () => {
  const { account, owner, accept } = await shop();
  const admin = await staffOf(http, ctx, { account, role: 'admin' });
  const made = async (role: string, after: string) => {
    const input = { email: `${role}-${account.id}@toko.example`, name: role, role };
    const { user, link } = (await admin.call('POST', '/app/api/invitations', input)).body;
    await owner.call('PATCH', `/app/api/users/${user.id}`, { role: after });
    return codeOf(await accept(link));
  };

  expect(await made('agent', 'owner')).toEqual(INVALID);
  expect(await made('admin', 'agent')).toEqual([201, undefined]);
});

test('a reset link from before a higher role does not work', async () => {
  const { account, owner, accept } = await shop();
  const admin = await staffOf(http, ctx, { account, role: 'admin' });
  const agent = await staffOf(http, ctx, { account, role: 'agent' });
  const path = `/app/api/users/${agent.user.user_uuid}`;

  const { link } = (await admin.call('POST', `${path}/reset`, {})).body;
  await owner.call('PATCH', path, { role: 'owner' });

  expect(codeOf(await accept(link))).toEqual(INVALID);
});

test('a log-in link logs an active user in once, without the password, and keeps other sessions', async () => {
  const { account, owner, logInLink, logInBy, accept } = await shop();
  const { id: userId, user_uuid: id } = owner.user;

  const replaced = await logInLink(id);
  const link = await logInLink(id);
  const answers = [];
  for (const each of [replaced, link, link]) answers.push(await logInBy(each));
  const asPassword = await accept(await logInLink(id));
  const me = await callAs(http, 'GET', '/app/api/me', undefined, {
    cookie: String(answers[1]?.headers['set-cookie']).split(';')[0] ?? '',
  });

  expect(link.url).toMatch(/^http:\/\/localhost:8080\/kurir\/app\/log-in#[\w-]{43}$/);
  expect(link.expires_at.getTime()).toBe(ctx.now().getTime() + HOUR);
  expect(answers.map(codeOf)).toEqual([INVALID, [201, undefined], INVALID]);
  expect(codeOf(asPassword)).toEqual(INVALID);
  expect(answers[1]?.body).toMatchObject({ csrf_token: expect.any(String), user: { id } });
  expect([me.status, (await owner.call('GET', '/app/api/me')).status]).toEqual([200, 200]);
  const entries = (await auditEntries(ctx, account.id)).filter(({ target }) => target === id);
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['user.log_in_link_created', 'system'],
    ['user.log_in_link_created', 'system'],
    ['user.logged_in', 'user'],
    ['user.log_in_link_created', 'system'],
  ]);
  expect(entries[2]).toMatchObject({ actor_id: id, address: '127.0.0.1', detail: { method: 'link' } });
  const { rows } = await ctx.pool.query('select last_login_at from users where id = $1', [userId]);
  expect(rows[0].last_login_at).not.toBeNull();
});

test('an invitation, and the log-in links of a disabled user and a suspended account let no user in', async () => {
  const { account, owner, invite, logInLink, logInBy } = await shop();
  const invited = await invite();
  const { user } = await staffOf(http, ctx, { account, role: 'agent' });
  const path = `/app/api/users/${user.user_uuid}`;
  const disabled = await logInLink(user.user_uuid);
  await owner.call('PATCH', path, { status: 'disabled' });
  const refused = await logInLink(user.user_uuid).catch(({ code }) => code);
  await owner.call('PATCH', path, { status: 'active' });
  const again = await logInLink(user.user_uuid);

  const answers = [await logInBy(invited.link), await logInBy(disabled)];
  await ctx.pool.query(`update accounts set status = 'suspended' where id = $1`, [account.id]);
  answers.push(await logInBy(again));

  expect(answers.map(codeOf)).toEqual([INVALID, INVALID, [403, 'account_inactive']]);
  expect(refused).toBe('user_disabled');
});

test('a log-in link asks for the second factor, and stays usable without the right code', async () => {
  const { owner, logInLink, logInBy } = await shop();
  const { body } = await owner.call('POST', '/app/api/totp', { password: PASSWORD });
  const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({
    timestamp: ctx.now().getTime(),
  });
  const confirmed = await owner.call('POST', '/app/api/totp/confirm', { code });
  const link = await logInLink(owner.user.user_uuid);

  const refused = [await logInBy(link), await logInBy(link, { code: '000000' })];
  const accepted = await logInBy(link, { code: confirmed.body.recovery_codes[0] });

  expect(refused.map(codeOf)).toEqual([
    [401, 'code_required'],
    [401, 'invalid_login'],
  ]);
  expect(accepted.status).toBe(201);
});

test('a log-in link that several calls use at once logs one in, over HTTPS or on this machine', async () => {
  const { owner, logInLink, logInBy } = await shop();
  const link = await logInLink(owner.user.user_uuid);

  const remote = await logInBy(link, {}, { host: 'kurir.example' });
  const answers = await Promise.all([1, 2, 3].map(() => logInBy(link)));

  expect(codeOf(remote)).toEqual([403, 'https_required']);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404]);
});

test('the first owner is made once, and has no link when disabled or in an account with other users', async () => {
  const account = await insertAccount(ctx);
  const other = await staffOf(http, ctx, { account: await insertAccount(ctx), role: 'owner' });
  const demo = { email: 'demo@kurir.test', name: 'Demo' };
  const make = () => makeLinkOfFirstOwner(ctx, account, { ...demo, isOperator: true });

  const links = await Promise.all([make(), make()]);
  const { rows } = await ctx.pool.query('select * from users where account_id = $1', [account.id]);
  await ctx.pool.query(`update users set status = 'disabled', name = 'Ani' where account_id = $1`, [
    account.id,
  ]);
  const disabled = await make();
  const elsewhere = await makeLinkOfFirstOwner(
    ctx,
    { id: other.user.account_id },
    { ...demo, isOperator: true },
  );

  expect(links).toEqual([expect.any(Object), expect.any(Object)]);
  expect(rows).toMatchObject([
    { ...demo, role: 'owner', status: 'active', password_hash: null, is_operator: true },
  ]);
  expect([disabled, elsewhere]).toEqual([null, null]);
});
