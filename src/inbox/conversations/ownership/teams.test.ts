import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { CHAT_PHONE, openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound } from '../../../../test/harness/conversations.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { type Staff, staffOf } from '../../../../test/harness/staff.ts';
import { registerWebhook } from '../../../gateway/webhooks/webhook.ts';
import { MAX_MEMBERS, MAX_TEAMS } from '../../staff/teams/schema.ts';
import { leaveDeletedTeams } from './deleted-teams.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { shop, receive } = openChats(ctx, service);

/** Ani is in Refunds, Budi in Sales, Citra in none; three customers wait. */
async function office() {
  const chat = await shop({ automated: false });
  const { account, api, device } = chat;
  for (const n of [1, 2]) await receive(inbound(device, `62813${account.id}${1000 + n}`));
  const rows = await conversationsOf(ctx, account);
  const [first, second, third] = rows.map((row) => String(row.conversation_uuid));
  const user = (name: string) =>
    staffOf(service.http, ctx, { account, role: 'agent', name, deviceIds: [device.id] });
  const [ani, budi, citra] = [await user('Ani'), await user('Budi'), await user('Citra')];
  const make = async (name: string, ...members: Staff[]): Promise<Json> =>
    (await api('POST', '/v1/teams', { name, member_ids: members.map((each) => each.user.user_uuid) })).body;
  const [refunds, sales] = [await make('Refunds', ani), await make('Sales', budi)];
  const list = async (by: Staff, query: string): Promise<string[]> =>
    (await by.call('GET', `/app/api/conversations?${query}`)).body.data.map(({ id }: Json) => id);
  return {
    ...{ ...chat, ani, budi, citra, refunds, sales, list, make },
    ids: { first: first ?? '', second: second ?? '', third: third ?? '' },
    assign: (id: string | undefined, body: object) => api('POST', `/v1/conversations/${id}/assign`, body),
    async needs(by: Staff): Promise<number> {
      const own = `order=longest_waiting&staff=true&waiting=true&assignee=${by.user.name}&or_unassigned=true`;
      const { data } = (await by.call('GET', '/app/api/conversations/counts')).body;
      const counted = data
        .filter((row: Json) => row.waiting && (row.mine || !row.assigned))
        .reduce((sum: number, row: Json) => sum + (row.mine ? row.count : (row.takeable ?? row.count)), 0);
      const listed = (await list(by, own)).length;
      expect(counted).toBe(listed);
      return listed;
    },
  };
}

test('teams have names, members of the account and limits; changes are in the audit log', async () => {
  const { account, api, ani, budi, refunds, make } = await office();
  const stranger = await staffOf(service.http, ctx, {
    account: (await service.customer()).account,
    role: 'agent',
  });
  const users = [ani.user.user_uuid, budi.user.user_uuid];

  const taken = await make('REFUNDS');
  const foreign = await api('POST', '/v1/teams', { name: 'X', member_ids: [stranger.user.user_uuid] });
  const crowd = { name: 'Y', member_ids: Array.from({ length: MAX_MEMBERS + 1 }, () => users[0]) };
  const tooMany = await api('POST', '/v1/teams', crowd);
  const changed = await api('PATCH', `/v1/teams/${refunds.id}`, { name: 'Retur', member_ids: users });
  const asAgent = await ani.call('POST', '/app/api/teams', { name: 'Z' });
  const seen = await ani.call('GET', '/app/api/teams');
  for (let n = 2; n < MAX_TEAMS; n += 1) await make(`Team ${n}`);
  const over = await make('One more');

  expect(Object.keys(taken.errors)).toEqual(['name']);
  expect([foreign, tooMany].map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual([
    [422, ['member_ids']],
    [422, ['member_ids']],
  ]);
  expect(changed.body).toEqual({
    ...{ ...refunds, name: 'Retur' },
    members: [
      { id: users[0], name: 'Ani' },
      { id: users[1], name: 'Budi' },
    ],
  });
  expect([asAgent.status, seen.body.data[0].name, over.error]).toEqual([403, 'Retur', 'team_limit_reached']);
  const actions = (await auditEntries(ctx, account.id)).map(({ action }) => action);
  expect(actions.slice(1, 4)).toEqual(['team.created', 'team.created', 'team.changed']);
});

test('a chat of a team waits for its members, and others find it by the team', async () => {
  const { account, ids, assign, ani, budi, citra, needs, list, timeline, read } = await office();
  await registerWebhook(ctx, account, { url: 'http://127.0.0.1:9/', events: ['conversation.updated'] });
  await assign(ids.first, { assignee: 'Citra' });

  const queued = await assign(ids.first, { team: 'refunds', actor: 'Dewi' });
  await assign(ids.second, { team: 'Sales', assignee: 'Ani' });
  const again = await assign(ids.first, { team: 'Refunds' });

  const { owner_state, assignee, team, ownership_version } = queued.body;
  expect([owner_state, assignee, team]).toEqual(['human_waiting', null, 'Refunds']);
  expect(again.body.ownership_version).toBe(ownership_version);
  expect([await needs(ani), await needs(budi), await needs(citra)]).toEqual([3, 1, 1]);
  expect(await list(citra, 'team=REFUNDS')).toEqual([ids.first]);
  expect(await list(citra, 'team=Sales&assignee=Ani')).toEqual([ids.second]);
  expect((await list(citra, 'open=true')).length).toBe(3);
  expect((await citra.call('GET', '/app/api/conversations?team=Nobody')).body.errors).toHaveProperty('team');
  expect((await timeline()).find(({ kind }) => kind === 'team_changed')).toMatchObject({
    ...{ kind: 'team_changed', actor: 'Dewi' },
    details: { team: 'Refunds', assignee: null, owner_state: 'human_waiting' },
  });
  const told = (await eventsOf(ctx, 'conversation.updated')).filter((each) => each.change === 'team_changed');
  expect(told).toMatchObject([{ conversation_id: ids.first, team: 'Refunds', assignee: null }]);
  expect(await read()).toMatchObject({ assignee: null });
});

test('a take-over keeps the team, null takes it away, and a new episode begins without it', async () => {
  const { uuid, assign, api, device } = await office();
  await assign(uuid, { team: 'Refunds' });
  const act = async (name: string, body: object = {}): Promise<Json> =>
    (await api('POST', `/v1/conversations/${uuid}/${name}`, body)).body;

  const taken = await act('takeover', { assignee: 'Budi' });
  const cleared = await act('assign', { team: null });
  const moved = await act('assign', { team: 'Sales', assignee: 'Budi' });
  const missing = await act('assign', {});
  await act('resolve');
  const reopened = await act('reopen');
  await act('resolve');
  await receive(inbound(device, CHAT_PHONE));
  const next = (await api('GET', `/v1/conversations/${uuid}`)).body;

  const facts = ({ owner_state, assignee, team }: Json) => [owner_state, assignee, team];
  expect([taken, cleared, moved, reopened, next].map(facts)).toEqual([
    ['human_active', 'Budi', 'Refunds'],
    ['human_active', 'Budi', null],
    ['human_active', 'Budi', 'Sales'],
    ['human_active', 'Budi', 'Sales'],
    ['human_waiting', null, null],
  ]);
  expect(missing.errors).toHaveProperty('assignee');
});

test('chats of a deleted team go on without it, and each user sees those of an empty one', async () => {
  const { ids, assign, api, refunds, sales, budi, citra, needs, list } = await office();
  await assign(ids.first, { team: 'Refunds', assignee: 'Budi' });
  await assign(ids.second, { team: 'Refunds' });
  await assign(ids.third, { team: 'Sales' });

  await api('PATCH', `/v1/teams/${sales.id}`, { member_ids: [] });
  const withEmpty = await needs(citra);
  const deleted = await api('DELETE', `/v1/teams/${refunds.id}`);
  const shown = await list(budi, 'assignee=Budi');
  await leaveDeletedTeams(ctx);
  const { rows } = await ctx.pool.query('select from teams where deleted_at is not null');

  expect([withEmpty, deleted.status, shown, rows.length]).toEqual([1, 204, [ids.first], 0]);
  expect([await needs(citra), await needs(budi)]).toEqual([2, 3]);
  expect((await api('GET', `/v1/conversations/${ids.first}`)).body).toMatchObject({
    ...{ assignee: 'Budi', team: null },
  });
  expect((await api('GET', '/v1/conversations?team=Refunds')).status).toBe(422);
});
