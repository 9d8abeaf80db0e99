import { afterAll, expect, test } from 'vitest';
import { openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound } from '../../../../test/harness/conversations.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { type Staff, staffOf } from '../../../../test/harness/staff.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { startAssigner } from './assigner.ts';
import { assignWaiting } from './assignment.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { shop, receive } = openChats(ctx, service);

/** An account with automatic assignment, one waiting conversation, and agents who are present. */
async function team(names: readonly string[], settings: object = {}) {
  const chat = await shop({ automated: false });
  const { account, api, device } = chat;
  await api('PATCH', '/v1/conversations/settings', { auto_assign: 'round_robin', ...settings });
  const join = async (name: string, deviceIds = [device.id]) => {
    const staff = await staffOf(service.http, ctx, { account, role: 'agent', name, deviceIds });
    await say(staff, 'available');
    return staff;
  };
  const staff = [];
  for (const name of names) staff.push(await join(name));
  let customers = 0;
  return {
    ...{ ...chat, staff, join },
    /** New conversations that wait. */
    async customersWrite(count: number, of = device) {
      for (let n = 0; n < count; n += 1) {
        customers += 1;
        await receive(inbound(of, `62812000${account.id}${1000 + customers}`));
      }
    },
    async assignees() {
      const rows = await conversationsOf(ctx, account);
      return rows.map(({ assignee }) => assignee);
    },
    act: (uuid: string, name: string, body: object = {}) =>
      api('POST', `/v1/conversations/${uuid}/${name}`, body),
  };
}

const say = (staff: Staff, state: 'available' | 'away') =>
  staff.call('PUT', '/app/api/me/presence', { state });

const countsOf = (assignees: readonly (string | null)[]) =>
  Object.fromEntries([...Map.groupBy(assignees, String)].map(([name, all]) => [name, all.length]));

test('conversations that wait are shared among the present users', async () => {
  const { customersWrite, assignees } = await team(['Ani', 'Budi', 'Citra']);
  await customersWrite(8);

  await assignWaiting(ctx);

  expect(countsOf(await assignees())).toEqual({ Ani: 3, Budi: 3, Citra: 3 });
});

test('an assigned conversation waits for its person, who takes it over with a reply', async () => {
  const { staff, uuid, read, timeline } = await team(['Ani']);
  const before = await read();

  await assignWaiting(ctx);
  const assigned = await read();
  const key = { 'idempotency-key': 'k' };
  await staff[0]?.call('POST', `/app/api/conversations/${uuid}/messages`, { body: 'Halo' }, key);

  expect(assigned).toMatchObject({
    ...{ owner_state: 'human_waiting', assignee: 'Ani', ownership_version: before.ownership_version },
    ...{ owner_since: before.owner_since, timer_at: before.timer_at },
  });
  expect((await timeline()).map(({ kind, actor }) => [kind, actor])).toEqual([
    ['opened', 'customer'],
    ['assigned', 'system'],
    ['taken_over', 'Ani'],
  ]);
  expect(await read()).toMatchObject({ owner_state: 'human_active', assignee: 'Ani' });
});

test('the person keeps what the phone, a key or a name-less take-over answers', async () => {
  const { act, reply, uuid, read } = await team(['Ani']);
  await assignWaiting(ctx);

  await reply();
  const afterReply = (await read()).assignee;
  await act(uuid, 'assign', { assignee: null });
  await assignWaiting(ctx);
  await act(uuid, 'takeover');

  expect([afterReply, (await read()).assignee]).toEqual(['Ani', 'Ani']);
});

test('an assignment that is taken back leaves the conversation waiting, for the next person', async () => {
  const { staff, act, uuid, read, timeline, join } = await team(['Ani']);
  await assignWaiting(ctx);
  if (staff[0]) await say(staff[0], 'away');

  await act(uuid, 'assign', { assignee: null });
  const left = await read();
  await join('Budi');
  await assignWaiting(ctx);

  expect(left).toMatchObject({ owner_state: 'human_waiting', assignee: null });
  expect((await timeline()).at(-2)).toMatchObject({ kind: 'unassigned', actor: 'api' });
  expect((await read()).assignee).toBe('Budi');
});

test('a user with the limit gets no more, and one who is away gets none', async () => {
  const { staff, customersWrite, assignees, join } = await team(['Ani', 'Budi'], { max_open_per_user: 2 });
  await customersWrite(5);
  if (staff[1]) await say(staff[1], 'away');

  await assignWaiting(ctx);
  const first = countsOf(await assignees());
  await join('Citra');
  await assignWaiting(ctx);

  expect(first).toEqual({ Ani: 2, null: 4 });
  expect(countsOf(await assignees())).toEqual({ Ani: 2, Citra: 2, null: 2 });
});

test('agents get conversations of their devices alone, also behind a hundred of another device', async () => {
  const { account, customersWrite, assignees, join } = await team([]);
  const other = await insertDevice(ctx, account);
  await customersWrite(60);
  await customersWrite(2, other);
  await join('Dewi', [other.id]);

  await assignWaiting(ctx);

  expect(countsOf(await assignees())).toEqual({ null: 61, Dewi: 2 });
});

test('snoozed and closed conversations, and those of the automation, get no assignee', async () => {
  const { uuid, act, read } = await team(['Ani']);
  await act(uuid, 'snooze', { for_minutes: 60 });
  await assignWaiting(ctx);
  const snoozed = (await read()).assignee;
  await act(uuid, 'resolve');
  await assignWaiting(ctx);

  expect([snoozed, (await read()).assignee]).toEqual([null, null]);
});

test('without automatic assignment, and without a present user, nothing is assigned', async () => {
  const off = await team(['Ani'], { auto_assign: 'off' });
  const absent = await team(['Budi']);
  ctx.clock.advance(81 * SECOND);

  await assignWaiting(ctx);

  expect([(await off.read()).assignee, (await absent.read()).assignee]).toEqual([null, null]);
});

test('a person who is absent for five minutes loses the customers who wait, to a present one', async () => {
  const { staff, read, join, timeline } = await team(['Ani']);
  await assignWaiting(ctx);
  if (staff[0]) await say(staff[0], 'away');
  const budi = await join('Budi');

  ctx.clock.advance(4 * MINUTE);
  await say(budi, 'available');
  await assignWaiting(ctx);
  const early = (await read()).assignee;
  ctx.clock.advance(MINUTE + SECOND);
  await say(budi, 'available');
  await assignWaiting(ctx);

  expect([early, (await read()).assignee]).toEqual(['Ani', 'Budi']);
  expect((await timeline()).at(-1)).toMatchObject({ kind: 'assigned', details: { assignee: 'Budi' } });
});

test('a person who came keeps the conversation while absent, and a disabled user loses those that wait', async () => {
  const { staff, uuid, read, join, account } = await team(['Ani']);
  await assignWaiting(ctx);
  await staff[0]?.call('POST', `/app/api/conversations/${uuid}/takeover`);
  await receive(inbound((await shop()).device, '6281299999999'));
  ctx.clock.advance(10 * MINUTE);
  await join('Budi');
  await assignWaiting(ctx);
  const kept = (await read()).assignee;

  await tablesOf(ctx.db)
    .updateTable('conversations')
    .set({ owner_state: 'human_waiting', assignee: null, waiting_since: ctx.now() })
    .where('account_id', '=', account.id)
    .execute();
  await assignWaiting(ctx);
  const given = (await read()).assignee;
  await tablesOf(ctx.db)
    .updateTable('users')
    .set({ status: 'disabled' })
    .where('account_id', '=', account.id)
    .where('name', '=', 'Budi')
    .execute();
  await join('Citra');
  await assignWaiting(ctx);

  expect([kept, given, (await read()).assignee]).toEqual(['Ani', 'Budi', 'Citra']);
});

test('several processes at once assign each conversation once, evenly', async () => {
  const { customersWrite, assignees, timeline } = await team(['Ani', 'Budi']);
  await customersWrite(59);

  await Promise.all(Array.from({ length: 4 }, () => assignWaiting(ctx)));

  expect(countsOf(await assignees())).toEqual({ Ani: 30, Budi: 30 });
  expect((await timeline()).filter(({ kind }) => kind === 'assigned')).toHaveLength(60);
});

test('chats of a team go to its members alone, by load, also when two processes assign at once', async () => {
  const chat = await team(['Ani', 'Budi', 'Citra']);
  const { staff, api, account, act, customersWrite, assignees, timeline } = chat;
  await customersWrite(8);
  const ids = async (names: readonly string[]) =>
    staff.filter(({ user }) => names.includes(user.name)).map(({ user }) => user.user_uuid);
  await api('POST', '/v1/teams', { name: 'Retur', member_ids: await ids(['Ani', 'Budi']) });
  const rows = await conversationsOf(ctx, account);
  for (const { conversation_uuid } of rows.slice(0, 6))
    await act(String(conversation_uuid), 'assign', { team: 'Retur' });

  await Promise.all(Array.from({ length: 3 }, () => assignWaiting(ctx)));

  const all = await assignees();
  expect(new Set(all.slice(0, 6))).toEqual(new Set(['Ani', 'Budi']));
  const { Ani = 0, Budi = 0, Citra = 0 } = countsOf(all);
  expect([Ani + Budi + Citra, Math.abs(Ani - Budi) <= 1]).toEqual([9, true]);
  expect(
    (await timeline()).filter(({ kind, actor }) => kind === 'assigned' && actor === 'system'),
  ).toHaveLength(9);
});

test('without a present member a chat waits with its team and holds up no other, until the team is left', async () => {
  const { staff, api, account, act, uuid, customersWrite, assignees } = await team(['Ani', 'Budi']);
  const [ani] = staff;
  const { body: retur } = await api('POST', '/v1/teams', {
    name: 'Retur',
    member_ids: [ani?.user.user_uuid],
  });
  await customersWrite(60);
  const rows = await conversationsOf(ctx, account);
  for (const { conversation_uuid } of rows.slice(0, 60))
    await act(String(conversation_uuid), 'assign', { team: 'Retur' });
  if (ani) await say(ani, 'away');

  await assignWaiting(ctx);
  const waiting = countsOf(await assignees());
  await api('PATCH', `/v1/teams/${retur.id}`, { member_ids: [] });
  await assignWaiting(ctx);

  expect(waiting).toEqual({ null: 60, Budi: 1 });
  expect(countsOf(await assignees())).toEqual({ Budi: 61 });
  expect((await api('GET', `/v1/conversations/${uuid}`)).body).toMatchObject({ team: 'Retur' });
});

test('a message of a customer and the arrival of a user wake the assignment', async () => {
  const { assignees, customersWrite, join } = await team([]);
  const assigner = startAssigner(ctx);
  try {
    await join('Ani');
    const first = await until(async () => (await assignees())[0], { what: 'the first assignment' });
    await customersWrite(1);
    ctx.bus.publish('events');

    const second = await until(async () => (await assignees())[1], { what: 'the second assignment' });
    expect([first, second]).toEqual(['Ani', 'Ani']);
  } finally {
    await assigner.stop();
  }
});

test('behind a thousand assignments to others, a customer who was left gets the next person', async () => {
  const { account, uuid, customersWrite, assignees, join, staff } = await team(['Ani']);
  await ctx.pool.query(
    `with chat as (select * from conversations where conversation_uuid = $1),
     person as (
       insert into people (account_id, created_at) select $2, now() from generate_series(1, 1000) returning id
     ), made as (
       insert into conversations (account_id, channel_id, person_id, phone, owner_state, owner_since, last_at,
         assignee, waiting_since, created_at)
       select $2, chat.channel_id, person.id, '628' || person.id, 'human_waiting', now(), now(), 'Ani', now(), now()
       from chat, person returning id
     )
     insert into auto_assignments (conversation_id, account_id, user_id, assigned_at)
     select id, $2, $3, now() from made`,
    [uuid, account.id, staff[0]?.user.id],
  );
  const budi = await join('Budi');
  await customersWrite(1);
  await assignWaiting(ctx);
  const before = countsOf(await assignees());

  await say(budi, 'away');
  ctx.clock.advance(6 * MINUTE);
  if (staff[0]) await say(staff[0], 'available');
  await assignWaiting(ctx);

  expect(before).toEqual({ Ani: 1_000, Budi: 2 });
  expect(countsOf(await assignees())).toEqual({ Ani: 1_002 });
});
