import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import type { Role } from '../../../platform/accounts/role.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { openSession } from '../sessions/session.ts';
import { createUser, inviteUser, removeInvitation, resetUser } from './creation.ts';
import { type Manager, OPERATOR } from './manager.ts';
import { setOperator } from './operator.ts';
import { MAX_USERS } from './schema.ts';
import { changeUser, getUser, listUsers } from './user.ts';

const ctx = await testContext({ cleanup: afterAll });
const NO_UUID = '00000000-0000-4000-8000-000000000000';

/** An account with users who have passwords, named as given. */
async function team<Name extends string>(roles: Record<Name, Role>) {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  const users: Record<string, { id: number; uuid: string; manager: Manager }> = {};
  for (const [name, role] of Object.entries<Role>(roles)) {
    const input = { email: `${name.toLowerCase()}@toko.example`, name, role };
    const user = await createUser(ctx, account, input, 'hash');
    const origin = { secure: true, address: '203.0.113.9', userAgent: null };
    const session = await ctx.db.transaction((tx) => openSession(tx, ctx, user, origin));
    const { id, user_uuid: uuid } = user;
    users[name] = { id, uuid, manager: { id, sessionId: session.id, role, isOperator: false } };
  }
  const of = (name: Name) => {
    const user = users[name];
    if (!user) throw new Error(`no user ${name}`);
    return user;
  };
  const change = (by: Name | 'operator', whom: Name, wish: Parameters<typeof changeUser>[4]) =>
    changeUser(ctx, account, by === 'operator' ? OPERATOR : of(by as Name).manager, of(whom).uuid, wish);
  const invite = (by: Name, role: Role, fields: object = {}) =>
    inviteUser(ctx, account, of(by).manager, { email: 'new@toko.example', name: 'New', role, ...fields });
  const reset = (by: Name, whom: Name) =>
    resetUser(ctx, account, of(by).manager, of(whom).uuid, { removesSecondFactor: false });
  return { account, device, of, change, invite, reset };
}

/** The code, or the fields, of a refusal; the answer of a success. */
async function outcome(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof ApiError) return error.code;
      if (error instanceof FieldErrors) return error.errors;
      throw error;
    },
  );
}

test('an admin manages agents and admins, and only owners manage owners', async () => {
  const { change, invite, reset } = await team({ Olga: 'owner', Oki: 'owner', Adi: 'admin', Ani: 'agent' });

  const refused = [
    await outcome(change('Adi', 'Olga', { name: 'Olga B' })),
    await outcome(change('Adi', 'Ani', { role: 'owner' })),
    await outcome(invite('Adi', 'owner')),
    await outcome(reset('Adi', 'Olga')),
    await outcome(change('Ani', 'Adi', { name: 'Adi B' })),
  ];
  const allowed = [
    await outcome(change('Adi', 'Ani', { role: 'admin' })),
    await outcome(invite('Adi', 'admin')),
    await outcome(change('Olga', 'Oki', { role: 'agent' })),
    await outcome(reset('Olga', 'Adi')),
  ];

  expect(refused).toEqual(Array(5).fill('insufficient_role'));
  expect(allowed).toEqual(Array(4).fill('done'));
});

test('only an operator changes, disables and resets an operator', async () => {
  const { account, of, change, reset } = await team({ Olga: 'owner', Oki: 'owner', Rin: 'owner' });
  await setOperator(ctx, account, of('Oki').uuid, true);
  await setOperator(ctx, account, of('Rin').uuid, true);

  const outcomes = [
    await outcome(change('Olga', 'Oki', { name: 'Oki B' })),
    await outcome(change('Olga', 'Oki', { status: 'disabled' })),
    await outcome(reset('Olga', 'Oki')),
    await outcome(change('Rin', 'Oki', { name: 'Oki B' })),
    await outcome(change('operator', 'Oki', { role: 'agent' })),
  ];
  await setOperator(ctx, account, of('Oki').uuid, false);
  outcomes.push(await outcome(reset('Olga', 'Oki')));

  const refused = Array(3).fill('insufficient_role');
  expect(outcomes).toEqual([...refused, 'done', 'done', 'done']);
});

test('no user changes the own role or status, or resets the own password', async () => {
  const { change, reset } = await team({ Olga: 'owner', Oki: 'owner' });

  const outcomes = [
    await outcome(change('Olga', 'Olga', { role: 'admin' })),
    await outcome(change('Olga', 'Olga', { status: 'disabled' })),
    await outcome(reset('Olga', 'Olga')),
    await outcome(change('Olga', 'Olga', { role: 'owner', status: 'active', name: 'Olga B' })),
  ];

  expect(outcomes).toEqual(['own_user', 'own_user', 'own_user', 'done']);
});

test('an account keeps an active owner, also when two owners disable each other at once', async () => {
  const { account, change } = await team({ Olga: 'owner', Oki: 'owner' });

  const outcomes = await Promise.all([
    outcome(change('Olga', 'Oki', { status: 'disabled' })),
    outcome(change('Oki', 'Olga', { role: 'agent' })),
  ]);
  const { users } = await listUsers(ctx, account, { page: 1, per_page: 50 });

  expect(outcomes.filter((each) => each === 'done')).toHaveLength(1);
  expect(outcomes).toContainEqual(expect.stringMatching(/^(insufficient_role|login_required)$/));
  expect(users.filter(({ role, status }) => role === 'owner' && status === 'active')).toHaveLength(1);
});

test('the operator too keeps an active owner', async () => {
  const { account, of, change } = await team({ Olga: 'owner', Adi: 'admin' });
  await inviteUser(ctx, account, OPERATOR, { email: 'oki@toko.example', name: 'Oki', role: 'owner' });

  const outcomes = [
    await outcome(change('operator', 'Olga', { status: 'disabled' })),
    await outcome(change('operator', 'Olga', { role: 'admin' })),
  ];

  expect(outcomes).toEqual(['last_owner', 'last_owner']);
  expect(await getUser(ctx, account, of('Olga').uuid)).toMatchObject({ role: 'owner', status: 'active' });
});

test('a manager who was disabled a moment ago changes nothing', async () => {
  const { change, invite } = await team({ Olga: 'owner', Adi: 'admin', Ani: 'agent' });
  await change('Olga', 'Adi', { status: 'disabled' });

  const outcomes = [
    await outcome(change('Adi', 'Ani', { role: 'admin' })),
    await outcome(invite('Adi', 'agent')),
  ];

  expect(outcomes).toEqual(['login_required', 'login_required']);
});

test('e-mails and names belong to one user, in any case', async () => {
  const { change, invite } = await team({ Olga: 'owner', Ani: 'agent' });

  const outcomes = [
    await outcome(invite('Olga', 'agent', { email: 'ani@toko.example', name: 'ANI' })),
    await outcome(change('Olga', 'Ani', { name: 'olga' })),
    await outcome(change('Olga', 'Ani', { name: 'ANI' })),
  ];

  expect(outcomes).toEqual([
    { email: ['is the e-mail of another user'], name: ['is the name of another user'] },
    { name: ['is the name of another user'] },
    'done',
  ]);
});

test('another account has its own users', async () => {
  const { change, of } = await team({ Olga: 'owner', Ani: 'agent' });
  const other = await team({ Olga: 'owner', Ani: 'agent' });
  const { manager } = other.of('Olga');

  const outcomes = [
    await outcome(changeUser(ctx, other.account, manager, of('Ani').uuid, { name: 'X' })),
    await outcome(changeUser(ctx, other.account, manager, NO_UUID, { name: 'X' })),
    await outcome(changeUser(ctx, other.account, manager, 'x', { name: 'X' })),
    await outcome(removeInvitation(ctx, other.account, manager, of('Ani').uuid)),
    await outcome(change('Olga', 'Ani', { name: 'X' })),
  ];

  expect(outcomes).toEqual([
    ...['user_not_found', 'user_not_found', 'user_not_found', 'invitation_not_found'],
    'done',
  ]);
});

test('only agents have devices, and only those of the account', async () => {
  const { account, device, change, invite } = await team({ Olga: 'owner', Ani: 'agent' });
  const foreign = await insertDevice(ctx, await insertAccount(ctx));
  const own = [device.device_uuid];

  const given = await change('Olga', 'Ani', { device_uuids: own });
  const kept = await change('Olga', 'Ani', { name: 'Ani B' });
  const outcomes = [
    await outcome(change('Olga', 'Ani', { device_uuids: [...own, foreign.device_uuid] })),
    await outcome(change('Olga', 'Olga', { device_uuids: own })),
    await outcome(invite('Olga', 'admin', { device_uuids: own })),
  ];
  const promoted = await change('Olga', 'Ani', { role: 'admin' });
  const invited = await invite('Olga', 'agent', { device_uuids: own });

  expect([given, kept, promoted, invited.user].map(({ device_uuids }) => device_uuids)).toEqual([
    own,
    own,
    [],
    own,
  ]);
  expect(outcomes).toEqual([
    { 'device_uuids.1': ['is no device of this account'] },
    { device_uuids: ['only agents have devices, others see all'] },
    { device_uuids: ['only agents have devices, others see all'] },
  ]);
  expect((await auditEntries(ctx, account.id)).at(-1)).toMatchObject({
    action: 'user.invited',
    detail: { role: 'agent', device_uuids: own, email: 'new@toko.example' },
  });
});

test('who is disabled or reset has neither sessions nor links, and a reset user no password', async () => {
  const { account, of, change, reset, invite } = await team({ Olga: 'owner', Ani: 'agent', Adi: 'admin' });
  const { user } = await invite('Olga', 'agent');

  await change('Olga', 'Ani', { status: 'disabled' });
  await changeUser(ctx, account, OPERATOR, user.user_uuid, { status: 'disabled' });
  const { user: adi } = await reset('Olga', 'Adi');
  const resetOfDisabled = await outcome(reset('Olga', 'Ani'));

  expect(await rowsOf('user_sessions', account.id)).toEqual([{ user_id: of('Olga').id }]);
  expect(await rowsOf('user_links', account.id)).toEqual([{ user_id: of('Adi').id, kind: 'reset' }]);
  expect([adi.has_password, adi.status, resetOfDisabled]).toEqual([false, 'active', 'user_disabled']);
});

test('a user who is enabled can log in again, or is still invited', async () => {
  const { account, change, invite } = await team({ Olga: 'owner', Ani: 'agent' });
  const { user } = await invite('Olga', 'agent');
  const set = (status: 'active' | 'disabled') =>
    changeUser(ctx, account, OPERATOR, user.user_uuid, { status });

  const early = await outcome(set('active'));
  await change('Olga', 'Ani', { status: 'disabled' });
  await set('disabled');
  const enabled = [await change('Olga', 'Ani', { status: 'active' }), await set('active')];

  expect(early).toEqual({ status: ['the invitation is not accepted yet'] });
  expect(enabled.map(({ status }) => status)).toEqual(['active', 'invited']);
});

test('an invitation that is removed leaves no user, and an accepted one stays', async () => {
  const { account, of, invite } = await team({ Olga: 'owner', Adi: 'admin', Ani: 'agent' });
  const agent = await invite('Olga', 'agent');
  const owner = await invite('Olga', 'owner', { email: 'oki@toko.example', name: 'Oki' });
  const remove = (by: 'Olga' | 'Adi', uuid: string) =>
    outcome(removeInvitation(ctx, account, of(by).manager, uuid));

  const outcomes = [
    await remove('Adi', owner.user.user_uuid),
    await remove('Adi', agent.user.user_uuid),
    await remove('Adi', agent.user.user_uuid),
    await remove('Olga', of('Ani').uuid),
  ];

  expect(outcomes).toEqual(['insufficient_role', 'done', 'invitation_not_found', 'invitation_not_found']);
  expect((await listUsers(ctx, account, { page: 1, per_page: 50, status: 'invited' })).users).toHaveLength(1);
});

test('an account has at most 500 users, also when invitations come at once', async () => {
  const { account, of } = await team({ Olga: 'owner' });
  await ctx.pool.query(
    `insert into users (account_id, email, name, role, created_at)
     select $1, n || '@x', 'u' || n, 'agent', now() from generate_series(1, $2::int) n`,
    [account.id, MAX_USERS - 2],
  );
  const invite = (n: number) =>
    outcome(inviteUser(ctx, account, of('Olga').manager, { email: `n${n}@x`, name: `n${n}`, role: 'agent' }));

  const outcomes = await Promise.all([1, 2, 3].map(invite));

  expect(outcomes.toSorted()).toEqual(['done', 'user_limit_reached', 'user_limit_reached']);
});

test('every change is in the audit log, with the user as its target', async () => {
  const { account, of, change, invite, reset } = await team({ Olga: 'owner', Ani: 'agent' });
  const { user } = await invite('Olga', 'agent');

  await change('Olga', 'Ani', { name: 'Ani B', role: 'admin' });
  await change('Olga', 'Ani', { status: 'disabled' });
  await change('Olga', 'Ani', { status: 'disabled' });
  await change('Olga', 'Ani', { status: 'active' });
  await reset('Olga', 'Ani');
  await removeInvitation(ctx, account, of('Olga').manager, user.user_uuid);
  const entries = await auditEntries(ctx, account.id);

  const { uuid } = of('Ani');
  expect(entries.slice(2).map(({ action, target, detail }) => [action, target, detail])).toEqual([
    ['user.invited', user.user_uuid, expect.objectContaining({ email: 'new@toko.example' })],
    ['user.changed', uuid, { name: 'Ani B', previous_name: 'Ani', role: 'admin', previous_role: 'agent' }],
    ['user.disabled', uuid, {}],
    ['user.enabled', uuid, {}],
    ['user.reset', uuid, {}],
    ['user.invitation_removed', user.user_uuid, {}],
  ]);
});

function rowsOf(table: 'user_sessions' | 'user_links', accountId: number) {
  const columns = table === 'user_links' ? ['user_id', 'kind'] : ['user_id'];
  return ctx.pool
    .query(`select ${columns.join(', ')} from ${table} where account_id = $1`, [accountId])
    .then(({ rows }) => rows.map((row) => ({ ...row, user_id: Number(row.user_id) })));
}
