import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { callAs, PASSWORD, type Staff, sessionOf, staffOf } from '../../../../test/harness/staff.ts';
import { HOUR, MINUTE } from '../../../platform/lib/clock.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx);
const NEW = 'teh tarik tanpa es';
const shop = await insertAccount(ctx);
const newAgent = () => staffOf(http, ctx, { account: shop, role: 'agent' });
const statusOf = async ({ call }: Staff) => (await call('GET', '/app/api/me')).status;

test('me is the user with role and devices', async () => {
  const device = await insertDevice(ctx, shop);
  const agent = await staffOf(http, ctx, {
    account: shop,
    role: 'agent',
    deviceIds: [device.id],
    name: 'Ani',
  });
  const owner = await staffOf(http, ctx, { account: shop, role: 'owner' });

  const ofAgent = await agent.call('GET', '/app/api/me');
  const ofOwner = await owner.call('GET', '/app/api/me');

  expect(ofAgent.body).toEqual({
    id: agent.user.user_uuid,
    email: agent.user.email,
    name: 'Ani',
    role: 'agent',
    is_operator: false,
    device_uuids: [device.device_uuid],
    has_password: true,
    has_oidc: false,
    has_second_factor: false,
    created_at: expect.any(String),
    account: { id: shop.id, name: 'Toko', kind: shop.kind },
  });
  expect(ofOwner.body.device_uuids).toBeNull();
});

test('the session answers its CSRF token again', async () => {
  const { call, csrf, user } = await newAgent();

  const { status, body } = await call('GET', '/app/api/session');

  expect([status, body.csrf_token, body.user.id]).toEqual([200, csrf, user.user_uuid]);
});

test('a log-out ends this session alone, and takes the cookie back', async () => {
  const one = await newAgent();
  const other = await sessionOf(http, ctx, one.user);
  await statusOf(one);

  const answer = await one.call('DELETE', '/app/api/session');
  ctx.clock.advance(999);

  expect(answer.body).toEqual({ sessions: 1 });
  expect(answer.headers['set-cookie']).toBe('kurir_session=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0');
  expect([await statusOf(one), await statusOf(other)]).toEqual([401, 200]);
});

test('a log-out everywhere ends all sessions of the user, and of no other', async () => {
  const one = await newAgent();
  const other = await sessionOf(http, ctx, one.user);
  const colleague = await newAgent();

  const answer = await one.call('DELETE', '/app/api/session?everywhere=true');
  ctx.clock.advance(999);

  expect(answer.body).toEqual({ sessions: 2 });
  expect([await statusOf(one), await statusOf(other), await statusOf(colleague)]).toEqual([401, 401, 200]);
});

test('a user sees the own sessions, and ends one of them', async () => {
  const one = await newAgent();
  const other = await sessionOf(http, ctx, one.user);
  const colleague = await newAgent();

  const { body } = await one.call('GET', '/app/api/me/sessions');
  const [newest, oldest] = body.data;
  const foreign = await colleague.call('DELETE', `/app/api/me/sessions/${newest.id}`);
  const unknown = await one.call('DELETE', '/app/api/me/sessions/x');
  const ended = await one.call('DELETE', `/app/api/me/sessions/${newest.id}`);
  ctx.clock.advance(999);

  expect([newest, oldest]).toMatchObject([
    { is_current: false, address: '127.0.0.1', user_agent: 'test' },
    { is_current: true },
  ]);
  expect([foreign.body, unknown.body]).toEqual([
    unknown.body,
    expect.objectContaining({ error: 'session_not_found' }),
  ]);
  expect(ended.body).toEqual({ sessions: 1 });
  expect([await statusOf(one), await statusOf(other)]).toEqual([200, 401]);
});

test('a new password needs the current one, and ends the other sessions', async () => {
  const one = await newAgent();
  const other = await sessionOf(http, ctx, one.user);
  const change = (body: object) => one.call('PATCH', '/app/api/me', body);

  const refusals = [
    await change({ password: NEW }),
    await change({ password: NEW, current_password: 'a wrong password' }),
    await change({ password: 'password123', current_password: PASSWORD }),
  ];
  const changed = await change({ password: NEW, current_password: PASSWORD });
  ctx.clock.advance(999);
  const logIn = (password: string) =>
    callAs(http, 'POST', '/app/api/session', { email: one.user.email, password }, {});

  expect(refusals.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual([
    [422, ['current_password']],
    [422, ['current_password']],
    [422, ['password']],
  ]);
  expect(changed.status).toBe(200);
  expect([await statusOf(one), await statusOf(other)]).toEqual([200, 401]);
  expect([(await logIn(PASSWORD)).status, (await logIn(NEW)).status]).toEqual([401, 201]);
  const entries = (await auditEntries(ctx, shop.id)).filter(({ target }) => target === one.user.user_uuid);
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'user.password_changed', actor: 'user', actor_id: one.user.user_uuid }),
  );
  expect(JSON.stringify(entries)).not.toContain(NEW);
});

test('who came by a link sets a first password, in the first hour and without an old one', async () => {
  const one = await newAgent();
  await ctx.pool.query('update users set password_hash = null where id = $1', [one.user.id]);
  const setPassword = (staff: Staff, fields: object = { password: NEW }) =>
    staff.call('PATCH', '/app/api/me', fields);

  ctx.clock.advance(HOUR);
  const late = await setPassword(one);
  const other = await sessionOf(http, ctx, one.user);
  ctx.clock.advance(HOUR - 1);
  const weak = await setPassword(other, { password: 'password123' });
  const set = await setPassword(other);
  const again = await setPassword(other, { password: PASSWORD });

  expect([late.status, late.body.error]).toEqual([403, 'confirm_identity']);
  expect([weak.status, Object.keys(weak.body.errors)]).toEqual([422, ['password']]);
  expect([set.status, set.body.has_password]).toEqual([200, true]);
  expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['current_password']]);
  expect((await auditEntries(ctx, shop.id)).at(-1)).toMatchObject({
    ...{ action: 'user.password_changed', target: one.user.user_uuid },
  });
});

test('an open page shows a proof by the password again, which a wrong one is not', async () => {
  const admin = await staffOf(http, ctx, { account: shop, role: 'admin' });
  const makeKey = () => admin.call('POST', '/app/api/api-keys', { name: 'till', scope: 'send' });
  const prove = (password: string) => admin.call('POST', '/app/api/session/proof', { password });

  ctx.clock.advance(10 * MINUTE);
  const wrong = await prove('salah salah salah');
  const refused = await makeKey();
  const right = await prove(PASSWORD);
  ctx.clock.advance(10 * MINUTE - 1);
  const made = await makeKey();
  ctx.clock.advance(1);
  const late = await makeKey();

  expect([wrong.status, wrong.body.errors]).toEqual([422, { password: ['is wrong'] }]);
  expect([refused.status, refused.body.error]).toEqual([403, 'confirm_identity']);
  expect([right.status, made.status, late.status]).toEqual([204, 201, 403]);
});

test('a user changes the own name, but takes no name of a colleague', async () => {
  const one = await newAgent();
  const colleague = await newAgent();

  const renamed = await one.call('PATCH', '/app/api/me', { name: 'Ani Wijaya' });
  const taken = await colleague.call('PATCH', '/app/api/me', { name: 'ANI WIJAYA' });
  const reserved = await colleague.call('PATCH', '/app/api/me', { name: 'bot' });
  const both = await colleague.call('PATCH', '/app/api/me', {
    name: 'ani wijaya',
    password: NEW,
    current_password: PASSWORD,
  });
  const logIn = await callAs(
    http,
    'POST',
    '/app/api/session',
    { email: colleague.user.email, password: PASSWORD },
    {},
  );

  expect([renamed.status, renamed.body.name]).toEqual([200, 'Ani Wijaya']);
  expect([taken, reserved, both].map(({ body }) => Object.keys(body.errors))).toEqual([
    ['name'],
    ['name'],
    ['name'],
  ]);
  expect(logIn.status).toBe(201);
});

test.each([
  ['a name that looks like that of a colleague', 'Ani\u200b'],
  ['a soft hyphen', 'A\u00adni'],
  ['a joiner between Latin letters', 'A\u200dni'],
  ['a joiner at the end', '\u0646\u200c'],
  ['a name that looks like a reserved one', 'system\u2060'],
  ['a mark of the direction of writing', '\u200eAni'],
])('refuses invisible characters: %s', async (_case, name) => {
  const { call } = await newAgent();

  const { status, body } = await call('PATCH', '/app/api/me', { name });

  expect([status, Object.keys(body.errors)]).toEqual([422, ['name']]);
});

test.each([
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0646\u0645',
  'Ani \u2764\ufe0f',
  '\u{1f469}\u200d\u{1f4bb} Budi',
])('joiners of scripts and emoji stay in a name: %s', async (name) => {
  const { call } = await newAgent();

  const { status, body } = await call('PATCH', '/app/api/me', { name });

  expect([status, body.name]).toEqual([200, name]);
});

test('log-ins with the id of a user as e-mail do not keep this user from changing the password', async () => {
  const { call, user } = await newAgent();
  const input = { email: user.user_uuid, password: 'salah salah salah' };
  for (let n = 0; n < 6; n += 1) await callAs(http, 'POST', '/app/api/session', input, {});

  const { status } = await call('PATCH', '/app/api/me', { password: NEW, current_password: PASSWORD });

  expect(status).toBe(200);
});

test('a stolen session cannot guess the password: five attempts', async () => {
  const { call } = await newAgent();
  const statuses: number[] = [];

  for (let n = 0; n < 7; n += 1)
    statuses.push(
      (await call('PATCH', '/app/api/me', { password: NEW, current_password: `guess ${n}` })).status,
    );

  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
});

test('an admin makes API keys, and one who is disabled at this moment makes none', async () => {
  const admin = await staffOf(http, ctx, { account: shop, role: 'admin' });
  const create = () => admin.call('POST', '/app/api/api-keys', { name: 'till', scope: 'send' });

  const made = await create();
  await ctx.pool.query(`update users set status = 'disabled' where id = $1`, [admin.user.id]);
  const late = await create();

  expect([made.status, late.status, late.body.error]).toEqual([201, 401, 'login_required']);
  expect(await auditEntries(ctx, shop.id)).toContainEqual(
    expect.objectContaining({ action: 'key.created', actor: 'user', actor_id: admin.user.user_uuid }),
  );
});

test('a key names who made it, and goes with the user together with the keys that it made', async () => {
  // Its key calls, which another test counts in the shop.
  const account = await insertAccount(ctx);
  const owner = await staffOf(http, ctx, { account, role: 'owner' });
  const admin = await staffOf(http, ctx, { account, role: 'admin', name: 'Yuni' });
  const makeKey = async ({ call }: Staff, name: string) =>
    (await call('POST', '/app/api/api-keys', { name, scope: 'full' })).body;
  const [first, others] = [await makeKey(admin, 'first'), await makeKey(owner, 'others')];
  const bearer = { authorization: `Bearer ${first.api_key}` };
  const child = (await callAs(http, 'POST', '/v1/api-keys', { name: 'child', scope: 'send' }, bearer)).body;
  const change = (body: object) => owner.call('PATCH', `/app/api/users/${admin.user.user_uuid}`, body);
  const list = async () => {
    const { body } = await owner.call('GET', '/app/api/api-keys');
    return (id: string) => body.data.find((each: { id: string }) => each.id === id);
  };

  const before = await list();
  const refused = await change({ status: 'active', revoke_api_keys: true });
  await change({ status: 'disabled' });
  const kept = await list();
  const revoked = await change({ status: 'disabled', revoke_api_keys: true });
  const after = await list();

  const user = { id: admin.user.user_uuid, name: 'Yuni' };
  expect(before(first.id)).toMatchObject({ created_by: { type: 'user', id: user.id }, user });
  expect(before(child.id)).toMatchObject({ created_by: { type: 'api_key', id: first.id }, user });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['revoke_api_keys']]);
  expect([kept(first.id).revoked_at, revoked.status]).toEqual([null, 200]);
  expect([after(first.id), after(child.id)].map(({ revoked_at }) => revoked_at)).toEqual(
    Array(2).fill(ctx.now().toISOString()),
  );
  expect(after(others.id).revoked_at).toBeNull();
  const ended = (await auditEntries(ctx, account.id)).filter(({ action }) => action === 'key.revoked');
  expect(ended.map(({ target, actor_id }) => [target, actor_id]).toSorted()).toEqual(
    [first.id, child.id].map((id) => [id, owner.user.user_uuid]).toSorted(),
  );
});

test('calls of staff are no api_calls', async () => {
  const { call } = await newAgent();
  for (let n = 0; n < 3; n += 1) await call('GET', '/app/api/labels');

  const owner = await staffOf(http, ctx, { account: shop, role: 'owner' });
  const usage = await owner.call('GET', '/app/api/usage');

  expect(usage.body.api_calls).toBe(0);
});
