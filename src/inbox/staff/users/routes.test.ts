import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { staffOf } from '../../../../test/harness/staff.ts';
import { DAY } from '../../../platform/lib/clock.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx);

async function shop() {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  const owner = await staffOf(http, ctx, { account, role: 'owner', name: 'Olga' });
  const agent = await staffOf(http, ctx, { account, role: 'agent', name: 'Ani', deviceIds: [device.id] });
  const path = (user: { user_uuid: string }) => `/app/api/users/${user.user_uuid}`;
  return { account, device, owner, agent, path };
}

test('the list has every user, the oldest first, in pages', async () => {
  const { owner, agent, device } = await shop();

  const all = await owner.call('GET', '/app/api/users');
  const second = await owner.call('GET', '/app/api/users?per_page=1&page=2');

  expect(all.body).toMatchObject({ total: 2, current_page: 1, last_page: 1 });
  expect(all.body.data).toEqual([
    {
      id: owner.user.user_uuid,
      email: owner.user.email,
      name: 'Olga',
      role: 'owner',
      status: 'active',
      is_operator: false,
      device_uuids: null,
      has_password: true,
      has_second_factor: false,
      created_at: expect.any(String),
      last_login_at: expect.any(String),
    },
    expect.objectContaining({ name: 'Ani', device_uuids: [device.device_uuid] }),
  ]);
  expect(second.body.data).toEqual([expect.objectContaining({ id: agent.user.user_uuid })]);
});

test('invitations are listed with their end, until they are accepted', async () => {
  const { owner } = await shop();
  const input = { email: 'Budi@Toko.example', name: ' Budi ', role: 'admin' };

  const invited = await owner.call('POST', '/app/api/invitations', input);
  const listed = await owner.call('GET', '/app/api/invitations');
  const user = await owner.call('GET', `/app/api/users/${invited.body.user.id}`);

  const shown = { email: 'budi@toko.example', name: 'Budi', status: 'invited', has_password: false };
  expect(invited).toMatchObject({ status: 201, body: { user: shown } });
  expect(user.body).toMatchObject(shown);
  const expires_at = new Date(ctx.now().getTime() + 7 * DAY).toISOString();
  expect(listed.body.data).toEqual([{ ...user.body, expires_at }]);
  expect(invited.body.link.expires_at).toBe(expires_at);
});

test('a changed role and a disabled user apply within a second', async () => {
  const { owner, agent, path } = await shop();
  const before = await agent.call('GET', '/app/api/users');

  await owner.call('PATCH', path(agent.user), { role: 'admin' });
  ctx.clock.advance(1000);
  const asAdmin = await agent.call('GET', '/app/api/users');
  await owner.call('PATCH', path(agent.user), { status: 'disabled' });
  ctx.clock.advance(1000);
  const disabled = await agent.call('GET', '/app/api/users');

  expect([before.status, asAdmin.status, disabled.status]).toEqual([403, 200, 401]);
});

test('a name that hides text, an e-mail with a foreign letter and a foreign device are refused', async () => {
  const { owner, agent, path } = await shop();
  const invite = (fields: object) =>
    owner.call('POST', '/app/api/invitations', { email: 'x@y', name: 'X', role: 'agent', ...fields });

  const answers = [
    await invite({ name: 'Ani\u202eX' }),
    await invite({ name: 'a\u0000b' }),
    await invite({ name: 'SYSTEM' }),
    await invite({ email: '\u212aasir@toko.example' }),
    await invite({ email: `${'x'.repeat(250)}@toko.example` }),
    await invite({ device_uuids: ['x'] }),
    await owner.call('PATCH', path(agent.user), { role: 'boss' }),
    await owner.call('PATCH', path(agent.user), { status: 'invited' }),
  ];

  expect(answers.map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual([
    ...[
      [422, ['name']],
      [422, ['name']],
      [422, ['name']],
      [422, ['email']],
      [422, ['email']],
    ],
    ...[
      [422, ['device_uuids.0']],
      [422, ['role']],
      [422, ['status']],
    ],
  ]);
});
