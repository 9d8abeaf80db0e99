import { afterAll, expect, test } from 'vitest';
import { CHAT_PHONE, openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { type Staff, staffOf } from '../../../../test/harness/staff.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { shop } = openChats(ctx, service);

async function team() {
  const chat = await shop();
  const { account, device, uuid } = chat;
  const agent = (name: string, deviceId = device.id) =>
    staffOf(service.http, ctx, { account, role: 'agent', name, deviceIds: [deviceId] });
  return {
    ...{ ...chat, agent, ani: await agent('Ani'), budi: await agent('Budi') },
    note: (by: Staff, body: string, ...users: Staff[]) =>
      by.call('POST', `/app/api/conversations/${uuid}/notes`, {
        ...{ body, mentions: users.map(({ user }) => user.user_uuid) },
      }),
  };
}

const mentionsOf = async (staff: Staff, query = ''): Promise<Json> =>
  (await staff.call('GET', `/app/api/mentions${query}`)).body;

test('a mentioned user finds the note, reads it, and the timeline keeps it', async () => {
  const { ani, budi, note, uuid, api } = await team();

  const written = await note(ani, '@Budi tolong cek stok.', budi, ani);
  const found = await mentionsOf(budi);
  const own = await mentionsOf(ani);
  const read = await budi.call('POST', '/app/api/mentions/read', { ids: [found.data[0].id] });

  expect(written).toMatchObject({ status: 201, body: { actor: 'Ani' } });
  const named = [ani, budi].map(({ user }) => ({ id: user.user_uuid, name: user.name }));
  expect(written.body.details).toEqual({ mentions: named });
  expect(found).toEqual({
    data: [
      {
        ...{ id: expect.any(String), conversation_id: uuid, note_id: written.body.id, actor: 'Ani' },
        ...{ kind: 'note', person: { name: null, phone: CHAT_PHONE } },
        ...{ body: '@Budi tolong cek stok.', created_at: ctx.now().toISOString() },
      },
    ],
    next_cursor: null,
  });
  expect([own.data, read.body, (await mentionsOf(budi)).data]).toEqual([[], { read: 1 }, []]);
  const { data } = (await api('GET', `/v1/conversations/${uuid}/timeline?limit=1`)).body;
  expect(data[0].details).toEqual({ mentions: named });
});

test('mentions come in pages, the newest first, and all can be read at once', async () => {
  const { ani, budi, note } = await team();
  for (const body of ['satu', 'dua', 'tiga']) await note(ani, body, budi);

  const first = await mentionsOf(budi, '?limit=2');
  const second = await mentionsOf(budi, `?limit=2&cursor=${first.next_cursor}`);
  const foreign = await ani.call('POST', '/app/api/mentions/read', { ids: [first.data[0].id] });
  const read = await budi.call('POST', '/app/api/mentions/read', {});

  const bodies = [...first.data, ...second.data].map(({ body }: Json) => body);
  expect([bodies, second.next_cursor]).toEqual([['tiga', 'dua', 'satu'], null]);
  expect([foreign.body, read.body]).toEqual([{ read: 0 }, { read: 3 }]);
});

test('only active users who see the conversation can be mentioned, and the note is not written', async () => {
  const { ani, budi, agent, note, account, timeline } = await team();
  const elsewhere = await agent('Citra', (await insertDevice(ctx, account)).id);
  const stranger = (await team()).ani;
  await tablesOf(ctx.db)
    .updateTable('users')
    .set({ status: 'disabled' })
    .where('id', '=', budi.user.id)
    .execute();
  const before = await timeline();

  const answers = [];
  for (const user of [elsewhere, stranger, budi]) answers.push(await note(ani, 'Halo', user));

  for (const { status, body } of answers)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['mentions']]);
  expect(await timeline()).toEqual(before);
});

test('a user who lost the device does not see the mention any more', async () => {
  const { ani, budi, note } = await team();
  await note(ani, 'Rahasia', budi);
  await tablesOf(ctx.db).deleteFrom('user_devices').where('user_id', '=', budi.user.id).execute();
  ctx.clock.advance(2_000);

  expect((await mentionsOf(budi)).data).toEqual([]);
});

test('a key mentions users too', async () => {
  const { act, ani } = await team();

  const { status } = await act('notes', { body: 'Cek', actor: 'CRM', mentions: [ani.user.user_uuid] });

  expect([status, (await mentionsOf(ani)).data.length]).toEqual([201, 1]);
});

test('an assignment by another person notifies until it is taken back, and one to oneself does not', async () => {
  const { ani, budi, uuid, act } = await team();
  const assign = (by: Staff, assignee: string) =>
    by.call('POST', `/app/api/conversations/${uuid}/assign`, { assignee });

  await assign(budi, 'Budi');
  await assign(ani, 'Budi');
  await assign(ani, 'Budi');
  const none = await mentionsOf(ani);
  await act('assign', { assignee: 'Ani', actor: 'CRM' });

  const found = [...(await mentionsOf(budi)).data, ...(await mentionsOf(ani)).data];
  await act('assign', { assignee: null, actor: 'CRM' });
  expect([none.data, (await mentionsOf(ani)).data]).toEqual([[], []]);
  expect(found).toMatchObject([{ kind: 'assigned', actor: 'CRM', conversation_id: uuid, body: null }]);
});
