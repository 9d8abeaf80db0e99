import { afterAll, expect, test } from 'vitest';
import { openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound } from '../../../../test/harness/conversations.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { type Staff, staffOf } from '../../../../test/harness/staff.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { deleteEndedViews, listViewed } from './viewer.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { shop, receive } = openChats(ctx, service);

async function team() {
  const chat = await shop();
  const { account, device, uuid } = chat;
  const agent = (name: string, deviceId = device.id) =>
    staffOf(service.http, ctx, { account, role: 'agent', name, deviceIds: [deviceId] });
  return {
    ...{ ...chat, agent, ani: await agent('Ani'), budi: await agent('Budi') },
    look: (staff: Staff, state: string, of = uuid) =>
      staff.call('PUT', `/app/api/conversations/${of}/presence`, { state }),
    viewers: async (staff: Staff) =>
      (await staff.call('GET', `/app/api/conversations/${uuid}/presence`)).body.data,
  };
}

const as = (staff: Staff, state: string) => ({ id: staff.user.user_uuid, name: staff.user.name, state });

test('users see who looks and who types, until they leave', async () => {
  const { ani, budi, look, viewers } = await team();

  await look(ani, 'viewing');
  const answer = await look(budi, 'typing');
  const both = await viewers(ani);
  await look(budi, 'left');

  expect(both).toEqual([as(ani, 'viewing'), as(budi, 'typing')]);
  expect(answer.body.data).toEqual(both);
  expect(await viewers(ani)).toEqual([as(ani, 'viewing')]);
});

test('typing ends after 6 seconds, looking after 30', async () => {
  const { ani, look, viewers } = await team();
  await look(ani, 'typing');
  const seen = [];

  for (const ms of [5.9, 0.1, 23.9, 0.1]) {
    ctx.clock.advance(ms * SECOND);
    seen.push(await viewers(ani));
  }
  await deleteEndedViews(ctx);

  expect(seen).toEqual([[as(ani, 'typing')], [as(ani, 'viewing')], [as(ani, 'viewing')], []]);
  const { rows } = await ctx.pool.query('select from conversation_viewers where viewing_until <= $1', [
    ctx.now(),
  ]);
  expect(rows).toEqual([]);
});

test('a user who types is a sign of staff once a minute, in a conversation that staff has', async () => {
  const { ani, look, api, uuid } = await team();
  const other = await team();
  const signs = async () => {
    const { body } = await api('GET', `/v1/conversations/${uuid}`);
    return body.last_human_at;
  };
  await api('POST', `/v1/conversations/${uuid}/takeover`, {});
  const seen = [];

  for (const [state, seconds] of [
    ['viewing', 61],
    ['typing', 61],
    ['typing', 30],
    ['typing', 31],
  ] as const) {
    ctx.clock.advance(seconds * SECOND);
    await look(ani, state);
    seen.push(ctx.now().toISOString() === (await signs()));
  }
  await other.look(other.ani, 'typing');

  expect(seen).toEqual([false, true, false, true]);
  expect((await conversationsOf(ctx, other.account))[0]?.last_human_at).toBeNull();
});

test('one who stops typing still looks', async () => {
  const { ani, look, viewers } = await team();
  await look(ani, 'typing');

  await look(ani, 'viewing');

  expect(await viewers(ani)).toEqual([as(ani, 'viewing')]);
});

test('a stream gets all viewed conversations of the account, with the device of each', async () => {
  const { ani, budi, look, uuid, account, device } = await team();
  const others = await team();
  await look(ani, 'viewing');
  await look(budi, 'typing');
  await others.look(others.ani, 'viewing');

  expect(await listViewed(ctx, [account.id])).toEqual([
    {
      ...{ account_id: account.id, conversation_uuid: uuid, device_id: device.id },
      viewers: [as(ani, 'viewing'), as(budi, 'typing')],
    },
  ]);
});

test('an agent of another device finds no conversation; a key and a wrong state are refused', async () => {
  const { account, agent, look, api, uuid, ani } = await team();
  const citra = await agent('Citra', (await insertDevice(ctx, account)).id);

  const hidden = await look(citra, 'viewing');
  const wrong = await look(ani, 'sleeping');
  const byKey = await api('PUT', `/app/api/conversations/${uuid}/presence`, { state: 'viewing' });

  expect([hidden.status, hidden.body.error]).toEqual([404, 'conversation_not_found']);
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['state']]);
  expect(byKey.status).toBe(401);
});

test('a user looks at 20 conversations at most: a further one replaces the oldest', async () => {
  const { ani, device, api, look, account } = await team();
  for (let n = 0; n < 21; n += 1) await receive(inbound(device, `62813000${account.id}${100 + n}`));
  const { data } = (await api('GET', '/v1/conversations?limit=22')).body;

  for (const { id } of data) {
    ctx.clock.advance(1_000);
    await look(ani, 'viewing', id);
  }

  const viewed = await listViewed(ctx, [account.id]);
  expect(viewed.map((one) => one.conversation_uuid).toSorted()).toEqual(
    data
      .slice(2)
      .map(({ id }: { id: string }) => id)
      .toSorted(),
  );
});
