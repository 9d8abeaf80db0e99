import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertAccount, insertDevice, insertMessage } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { callAs, staffOf } from '../../../../test/harness/staff.ts';
import { setOperator } from '../../../inbox/staff/users/operator.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http, customerOf } = await openService(ctx);
const home = await insertAccount(ctx);
/** Any role will do. */
const operator = await staffOf(http, ctx, { account: home, role: 'agent', isOperator: true });
const ACCOUNTS = '/app/api/operator/accounts';

const created = async (fields: object = {}) => {
  const { body } = await operator.call('POST', ACCOUNTS, { name: 'Toko Maju', kind: 'sandbox', ...fields });
  return { ...body, path: `${ACCOUNTS}/${body.account.id}`, account: { id: body.account.id } };
};

test('the right of an operator begins and ends within a second, for any role', async () => {
  const agent = await staffOf(http, ctx, { account: home, role: 'agent' });
  const statusOf = async () => (await agent.call('GET', ACCOUNTS)).status;
  const before = await statusOf();

  await setOperator(ctx, home, agent.user.user_uuid, true);
  ctx.clock.advance(1_000);
  const during = [await statusOf(), (await agent.call('GET', '/app/api/me')).body.is_operator];
  await setOperator(ctx, home, agent.user.user_uuid, false);
  const late = await agent.call('POST', ACCOUNTS, { name: 'Toko', kind: 'live' });
  ctx.clock.advance(1_000);

  expect([before, during, await statusOf()]).toEqual([403, [200, true], 403]);
  expect(late.body.error).toBe('insufficient_role');
});

test('accounts are listed newest first, in pages, by name, status and plan, with usage and devices', async () => {
  const name = `Warung ${'Kopi'.repeat(3)}`;
  const accounts = [];
  for (const plan of ['pro', 'starter', 'pro']) accounts.push(await created({ name, plan }));
  const [first, , last] = accounts;
  const device = await insertDevice(ctx, { ...home, id: last?.account.id }, { status: 'banned' });
  const sender = await customerOf({ ...home, id: last?.account.id });
  await sender.send();
  const list = async (query: string) => (await operator.call('GET', `${ACCOUNTS}?${query}`)).body;

  const page = await list('search=kopikopi&limit=2');
  const rest = await list(`search=kopikopi&limit=2&cursor=${page.next_cursor}`);
  const pro = await list('search=WARUNG&plan=pro');
  const suspended = await list('search=kopikopi&status=suspended');

  expect(device.account_id).toBe(last?.account.id);
  expect([...page.data, ...rest.data].map(({ id }: { id: number }) => id)).toEqual(
    accounts.map(({ account }) => account.id).reverse(),
  );
  expect([rest.next_cursor, suspended.data]).toEqual([null, []]);
  expect(pro.data.map(({ id }: { id: number }) => id)).toEqual([last?.account.id, first?.account.id]);
  expect(page.data[0]).toMatchObject({
    ...{ name, plan: 'pro', status: 'active', kind: 'sandbox' },
    usage: { period: ctx.now().toISOString().slice(0, 7), messages_sent: 1, messages_quota: null },
    devices: { banned: 1, connected: 1, disconnected: 0, provisioned: 0, qr_pending: 0 },
    last_activity_at: null,
  });
});

test('a new account has a key that works and an owner who can accept the link', async () => {
  const { account, api_key, owner } = await created({
    plan: 'pro',
    owner: { email: 'Olga@toko.example', name: 'Olga' },
  });
  const token = owner.link.url.split('#')[1];

  const usage = await http.inject({
    url: '/v1/usage',
    headers: { authorization: `Bearer ${api_key.api_key}` },
  });
  const accepted = await callAs(
    http,
    'POST',
    '/app/api/links/accept',
    { token, password: 'kopi susu tanpa gula' },
    {},
  );

  expect(usage.statusCode).toBe(200);
  expect(accepted.body).toMatchObject({
    user: { email: 'olga@toko.example', role: 'owner', is_operator: false },
  });
  const shown = await operator.call('GET', `${ACCOUNTS}/${account.id}`);
  expect(shown.body).toMatchObject({ name: 'Toko Maju', plan: 'pro', active_owners: 1, is_own: false });
  expect(JSON.stringify(shown.body)).not.toContain(api_key.api_key);
});

test('an owner whose data are wrong leaves no account behind', async () => {
  const count = async () => (await ctx.pool.query('select count(*)::int as n from accounts')).rows[0].n;
  const before = await count();
  const create = (fields: object) =>
    operator.call('POST', ACCOUNTS, { name: 'Toko', kind: 'live', ...fields });

  const answers = [
    await create({ plan: 'unknown' }),
    await create({ owner: { email: 'ani', name: 'Ani' } }),
    await create({ name: '  ' }),
    await create({ kind: 'both' }),
    await create({ country_code: '062' }),
  ];

  expect(answers.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual([
    ...[
      [422, ['plan']],
      [422, ['owner.email']],
      [422, ['name']],
    ],
    ...[
      [422, ['kind']],
      [422, ['country_code']],
    ],
  ]);
  expect(await count()).toBe(before);
});

test('suspension, activation and cancellation apply to the keys of the account, and say what waits', async () => {
  const { account, path } = await created();
  const customer = await customerOf({ ...home, id: account.id });
  const [device] = (await ctx.pool.query('select * from devices where account_id = $1', [account.id])).rows;
  await insertMessage(ctx, device, {});
  const statusOf = async () => {
    ctx.clock.advance(1_000);
    return (await customer.api('GET', '/v1/usage')).status;
  };

  const suspended = await operator.call('POST', `${path}/suspend`, { reason: 'Unpaid <b>invoice</b>' });
  const during = await statusOf();
  const activated = await operator.call('POST', `${path}/activate`);
  const after = await statusOf();
  const cancelled = await operator.call('POST', `${path}/cancel`);
  const again = await operator.call('POST', `${path}/activate`);
  const owner = await operator.call('POST', `${path}/owners`, { email: 'a@toko.example', name: 'Ani' });

  expect(suspended.body).toMatchObject({
    status: 'suspended',
    open_work: { devices: 1, queued_messages: 1, unfinished_broadcasts: 0 },
    suspension: { reason: 'Unpaid <b>invoice</b>' },
  });
  expect([during, activated.body.status, after]).toEqual([403, 'active', 200]);
  expect(activated.body.suspension).toBeNull();
  expect([cancelled.body.status, await statusOf()]).toEqual(['cancelled', 403]);
  expect([again, owner].map(({ status, body }) => [status, body.error])).toEqual(
    Array(2).fill([409, 'account_cancelled']),
  );
});

/** A flow whose reminder is due. */
const WAITING_FLOW = `
  with flow as (
    insert into flows (account_id, name, draft, published_version, triggers, last_version, created_at, updated_at)
    values ($1, 'Ingat', '{}', 1, '[]', 1, now(), now()) returning id
  ), version as (
    insert into flow_versions (flow_id, account_id, version, definition, created_at)
    select id, $1, 1, '{}', now() from flow returning id
  )
  insert into flow_sessions (conversation_id, account_id, version_id, ownership_version, state, wake_at, expires_at,
    started_at, updated_at)
  select c.id, $1, v.id, 0, '{}', now() - interval '1 hour', now() + interval '1 day', now(), now()
  from conversations c, version v where c.account_id = $1`;
const flowsOf = async (account: number) =>
  (await ctx.pool.query('select from flow_sessions where account_id = $1', [account])).rowCount;

test('after a restore all accounts go on, and a queue ends only when a suspended account drops it', async () => {
  const [kept, dropped] = [await created(), await created()];
  const works: number[][] = [];
  for (const { account } of [kept, dropped]) {
    const device = await insertDevice(ctx, { ...home, id: account.id });
    const [waiting, written] = [
      await insertMessage(ctx, device, {}),
      await insertMessage(ctx, device, { maybe_written: true, reserved_wa_id: `id ${account.id}` }),
    ];
    works.push([waiting.id, written.id]);
    await receiver(ctx)(inbound(device, '6281200000099'));
    await ctx.pool.query(WAITING_FLOW, [account.id]);
  }
  const stateOf = async (ids: number[] | undefined) => {
    const { rows } = await ctx.pool.query(
      'select status, error_code from messages where id = any ($1) order by id',
      [ids],
    );
    return rows.map(({ status, error_code }) => error_code ?? status);
  };
  const hold = () =>
    ctx.pool.query(`update accounts set status = 'suspended', held_at = now() where id = any ($1)`, [
      [kept.account.id, dropped.account.id],
    ]);

  await hold();
  const health = await operator.call('GET', '/app/api/operator/health');
  const alone = await operator.call('POST', `${dropped.path}/activate`, { drop_queued: true });
  const all = await operator.call('POST', `${ACCOUNTS}/activate-held`);

  expect(health.body.warnings[0]).toBe('held_accounts');
  expect(alone.body).toMatchObject({ status: 'active', open_work: { queued_messages: 0 } });
  expect(await stateOf(works[1])).toEqual(['dropped', 'outcome_unknown']);
  expect(await flowsOf(dropped.account.id)).toBe(0);
  expect(all.body).toEqual({ activated: 1, dropped_messages: 0, dropped_broadcasts: 0, dropped_flows: 0 });
  expect(await stateOf(works[0])).toEqual(['queued', 'queued']);
  await operator.call('POST', `${kept.path}/activate`, { drop_queued: true });
  expect(await stateOf(works[0])).toEqual(['queued', 'queued']);
  await hold();
  const rest = await operator.call('POST', `${ACCOUNTS}/activate-held`, { drop_queued: true });
  expect(rest.body).toEqual({ activated: 2, dropped_messages: 2, dropped_broadcasts: 0, dropped_flows: 1 });
});

test('an operator does not suspend or cancel the own account', async () => {
  const path = `${ACCOUNTS}/${home.id}`;

  const answers = [
    await operator.call('POST', `${path}/suspend`),
    await operator.call('POST', `${path}/cancel`),
  ];

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
    Array(2).fill([409, 'own_account']),
  );
  expect((await operator.call('GET', path)).body).toMatchObject({ status: 'active', is_own: true });
});

test('the last activity is the newest message or call with a key', async () => {
  const { account, path } = await created();
  const device = await insertDevice(ctx, { ...home, id: account.id });
  const lastActivity = async () => (await operator.call('GET', path)).body.last_activity_at;
  const [called, written] = ['2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
  const none = await lastActivity();

  await ctx.pool.query(
    'update api_keys set last_used_at = $2, last_used_address = $3 where account_id = $1',
    [account.id, called, '203.0.113.9'],
  );
  const ofCall = await lastActivity();
  await insertMessage(ctx, device, { status: 'sent', created_at: new Date(written) });

  expect([none, ofCall, await lastActivity()]).toEqual([null, called, written]);
});

test('name, plan and setting change, an unknown plan is refused, an unknown account is not found', async () => {
  const { path } = await created();

  const changed = await operator.call('PATCH', path, {
    ...{ name: ' Toko Baru ', plan: 'business', unresolved: 'resend' },
  });
  const refused = await operator.call('PATCH', path, { plan: 'unknown', unresolved: 'fail' });
  const unknown = await operator.call('PATCH', `${ACCOUNTS}/4000000000`, { plan: 'pro' });
  const odd = await operator.call('GET', `${ACCOUNTS}/7e3`);
  const shown = await operator.call('GET', path);

  expect(changed.body).toMatchObject({ name: 'Toko Baru', plan: 'business', unresolved: 'resend' });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['plan']]);
  expect([unknown, odd].map(({ status, body }) => [status, body.error])).toEqual(
    Array(2).fill([404, 'account_not_found']),
  );
  expect(shown.body).toMatchObject({ plan: 'business', unresolved: 'resend' });
});

test('the audit log of the account says operator, and nothing of the account of the operator', async () => {
  const { account, path } = await created();
  await operator.call('PATCH', path, { plan: 'pro' });
  await operator.call('POST', `${path}/owners`, { email: 'ani@toko.example', name: 'Ani' });
  await operator.call('POST', `${path}/suspend`);
  await operator.call('POST', `${path}/activate`);
  const owner = await staffOf(http, ctx, { account, role: 'owner' });

  const { body } = await owner.call('GET', '/app/api/audit');

  const entries = await auditEntries(ctx, account.id);
  const actions = ['account.created', 'key.created', 'account.plan_changed', 'user.invited'];
  expect(entries.map(({ action }) => action)).toEqual([...actions, 'account.suspended', 'account.activated']);
  expect(entries.every(({ actor }) => actor === 'operator')).toBe(true);
  expect(entries.every(({ actor_id }) => actor_id === operator.user.user_uuid)).toBe(true);
  expect(body.data).toHaveLength(entries.length);
  for (const entry of body.data) {
    expect(entry).toMatchObject({ actor: { type: 'operator', id: null }, address: null });
  }
  expect(JSON.stringify(body)).not.toMatch(new RegExp(`${operator.user.user_uuid}|${operator.user.email}`));
});

test('an operator makes no owner where an owner can log in, and one where none can', async () => {
  const { account, path } = await created();
  const owners = `${path}/owners`;
  const owner = await staffOf(http, ctx, { account, role: 'owner' });
  const input = { email: 'budi@toko.example', name: 'Budi' };

  const refused = await operator.call('POST', owners, input);
  await ctx.pool.query(`update users set status = 'disabled' where id = $1`, [owner.user.id]);
  const first = await operator.call('POST', owners, input);
  const beforeHeCame = await operator.call('POST', owners, { email: 'citra@toko.example', name: 'Citra' });
  const invited = await staffOf(http, ctx, { account, role: 'admin' });
  const { body } = await invited.call('GET', '/app/api/invitations');

  expect([refused.status, refused.body.error]).toEqual([409, 'owner_exists']);
  expect([first.status, first.body.user.role]).toEqual([201, 'owner']);
  // The first invitation may have gone to a wrong address. Its link must not make a second owner later.
  expect(beforeHeCame.status).toBe(201);
  expect(body.data.map(({ email }: { email: string }) => email)).toEqual(['citra@toko.example']);
});

test('an operator invites an owner of the own account while its users change', async () => {
  const own = await insertAccount(ctx);
  const caller = await staffOf(http, ctx, { account: own, role: 'admin', isOperator: true });
  const colleague = await staffOf(http, ctx, { account: own, role: 'admin', isOperator: true });
  const invite = (n: number) =>
    caller.call('POST', `${ACCOUNTS}/${own.id}/owners`, { email: `o${n}@toko.example`, name: `O ${n}` });
  const rename = (n: number) =>
    colleague.call('PATCH', `/app/api/users/${caller.user.user_uuid}`, { name: `Oki ${n}` });

  const answers = await Promise.all([1, 2, 3, 4].flatMap((n) => [invite(n), rename(n)]));

  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 8 }, (_, n) => (n % 2 ? 200 : 201)),
  );
});

test('the largest pages of accounts, plans and backups are bounded', async () => {
  const name = '\u0001'.repeat(100);
  await ctx.pool.query(
    `insert into accounts (name, plan, kind, country_code, created_at)
     select $1, 'pro', 'live', '62', now() from generate_series(1, 201)`,
    [name],
  );
  await ctx.pool.query(
    `insert into backups (outcome, made_at, size_bytes, location)
     select 'done', now(), 1, $1 from generate_series(1, 201)`,
    ['\u0001'.repeat(500)],
  );

  const answers = [
    await operator.call('GET', `${ACCOUNTS}?limit=200`),
    await operator.call('GET', '/app/api/operator/backups?limit=200'),
    await operator.call('GET', '/app/api/operator/plans'),
  ];

  expect(answers.map(({ body }) => body.data.length <= 200)).toEqual([true, true, true]);
  expect(Math.max(...answers.map(({ body }) => JSON.stringify(body).length))).toBeLessThan(3 * 1024 * 1024);
});
