import { afterAll, expect, test } from 'vitest';
import { callBack, signCallback } from '../../../../test/harness/callback.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { callback, text, value } from '../../../../test/harness/official-items.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { mergeMatches } from '../merges/matches.ts';

const SECRET = 'secret-of-the-app';
const ctx = await testContext({ env: { KURIR_CLOUD_APP_SECRET: SECRET }, cleanup: afterAll });
const service = await openService(ctx);
let numbers = 0;

/** An account with an official number, to which customers write. */
async function shop() {
  numbers += 1;
  const id = `50${numbers}`;
  const { account, api } = await service.customer();
  const device = await insertDevice(ctx, account, { engine: 'official_cloud' });
  const { device_uuid } = device;
  const facts = { official_phone_number_id: id };
  await tablesOf(ctx.db).updateTable('devices').set(facts).where('id', '=', device.id).execute();
  const post = async (fields: object) => {
    const body = JSON.stringify(callback(value(id, fields)));
    expect((await callBack(service.http, body, signCallback(body, SECRET))).statusCode).toBe(200);
  };
  const chats = async () => (await api('GET', '/v1/conversations')).body.data;
  return {
    api,
    post,
    chats,
    groups: async () => (await api('GET', `/v1/devices/${device_uuid}/health`)).body.groups,
    write: (from: string, body: string) => post({ messages: [text(body, undefined, from)] }),
    /** Bodies of the messages, newest first. */
    async bodies(chat: { id: string }) {
      const { body } = await api('GET', `/v1/conversations/${chat.id}/messages`);
      return body.data.map((message: { body: string }) => message.body);
    },
  };
}

const change = (from: string, system: object, more: object = {}) => ({
  messages: [
    { from, ...more, id: `wamid.S${Math.random()}`, timestamp: '1749416383', type: 'system', system },
  ],
});
const [OLD, NEW] = ['6281200000011', '6281200000022'];
const movesTo = (wa_id: string) => ({ body: 'changed', wa_id, type: 'user_changed_number' });

test('a customer with a new number stays one person: history, contact, tags, opt-out and assignee', async () => {
  const { api, post, chats, write, bodies } = await shop();
  await api('POST', '/v1/contacts', { phone: OLD, name: 'Sari', tags: ['vip'] });
  await api('POST', '/v1/opt-outs', { phone: OLD });
  await write(OLD, 'lama');
  const [before] = await chats();
  await api('POST', `/v1/conversations/${before.id}/takeover`, { assignee: 'Rina' });

  await post(change(OLD, movesTo(NEW)));
  await post(change(OLD, movesTo(NEW)));
  const moved = await chats();
  await write(NEW, 'baru');

  expect(moved).toMatchObject([{ id: before.id, person: { phone: NEW }, assignee: 'Rina' }]);
  const [after, ...others] = await chats();
  expect([after.id, others]).toEqual([before.id, []]);
  expect(await bodies(after)).toEqual(['baru', 'lama']);
  const timeline = (await api('GET', `/v1/conversations/${before.id}/timeline`)).body.data;
  const entries = timeline.filter(({ kind }: { kind: string }) => kind === 'number_changed');
  expect(entries).toMatchObject([{ details: { from: OLD, to: NEW } }]);
  expect((await api('GET', '/v1/contacts')).body.data).toMatchObject([
    { phone: NEW, name: 'Sari', tags: ['vip'] },
  ]);
  const tagged = { message_template: 'Promo', tags: ['vip'], device_uuid: before.device_uuid };
  expect((await api('POST', '/v1/broadcasts/preview', tagged)).body).toMatchObject({ opted_out: 1 });
});

test('a customer who wrote from the new number first becomes one person, and its contact gets the tags', async () => {
  const { api, post, chats, write, bodies } = await shop();
  await api('POST', '/v1/contacts', { phone: OLD, tags: ['vip'] });
  await api('POST', '/v1/contacts', { phone: NEW, tags: ['baru'] });
  await write(OLD, 'lama');
  await write(NEW, 'baru');

  await post(change(OLD, { ...movesTo(NEW), wa_id: undefined, new_wa_id: NEW }));
  await mergeMatches(ctx);

  const [chat, ...others] = await chats();
  expect(others).toEqual([]);
  expect((await bodies(chat)).toSorted()).toEqual(['baru', 'lama']);
  const { data } = (await api('GET', `/v1/contacts?q=${NEW}`)).body;
  expect(data[0].tags).toEqual(['baru', 'vip']);
});

test('a new user id belongs to the customer of the earlier one', async () => {
  const { post, chats } = await shop();
  const [was, is] = ['ID.111222333', 'ID.444555666'];
  const say = (from_user_id: string, body: string) => ({
    messages: [{ from_user_id, id: `wamid.${body}`, timestamp: '1749416383', type: 'text', text: { body } }],
  });
  await post(say(was, 'satu'));
  await post(change('', { body: 'x', type: 'user_changed_user_id', user_id: is }, { from_user_id: was }));

  await post(say(is, 'dua'));

  expect(await chats()).toHaveLength(1);
});

test.each([
  { wa_id: '0' },
  { wa_id: '9'.repeat(64) },
  { new_user_id: 'abc@visitor' },
  { new_user_id: '<script>' },
])('the new address %j is of no customer, and changes nothing', async (to) => {
  const { post, chats, write } = await shop();
  await write(OLD, 'lama');

  await post(change(OLD, { body: 'x', type: 'user_changed_number', ...to }));

  expect(await chats()).toMatchObject([{ person: { phone: OLD } }]);
});

test('a number that is known for a user id stays the address, and unknown customers stay unknown', async () => {
  const { post, chats } = await shop();
  const id = 'ID.777888999';
  const message = { id: 'wamid.A', timestamp: '1749416383', type: 'text', text: { body: 'a' } };
  const contact = { profile: { name: 'S' }, user_id: id };
  await post({
    contacts: [{ ...contact, wa_id: OLD }],
    messages: [{ ...message, from: OLD, from_user_id: id }],
  });

  await post({ contacts: [contact], messages: [{ ...message, id: 'wamid.B', from_user_id: id }] });
  await post(change('628999999999', movesTo('628888888888')));

  expect(await chats()).toMatchObject([{ person: { phone: OLD }, unread: 2 }]);
});

test('a customer with a new number who hides it is answered under the user id, not under the old number', async () => {
  const { post, chats } = await shop();
  const id = 'ID.777888111';
  const message = { timestamp: '1749416383', type: 'text', text: { body: 'a' }, from_user_id: id };
  await post({ messages: [{ ...message, id: 'wamid.C', from: OLD }] });
  await post(change(OLD, movesTo(NEW)));

  await post({ messages: [{ ...message, id: 'wamid.D' }] });

  expect(await chats()).toMatchObject([{ person: { phone: id }, unread: 2 }]);
});

test.each([
  ['Y2FwaV9ncm91cDox', ['Y2FwaV9ncm91cDox']],
  [120363, ['120363']],
  [{ id: '120363' }, []],
])(
  'messages of the group %j make no private chat, and the health names the group once',
  async (group_id, ids) => {
    const { post, chats, groups } = await shop();

    for (const body of ['satu', 'dua'])
      await post({ messages: [{ ...text(body, undefined, OLD), group_id }] });

    const latest = ids.map((id) => ({ id, name: null, at: '2025-06-08T20:59:43.000Z' }));
    expect([await chats(), await groups()]).toEqual([[], { count: ids.length, latest }]);
  },
);

test('a change of a message in a group changes no private chat', async () => {
  const { api, post, chats, write } = await shop();
  await post({ messages: [text('pribadi', 'wamid.P', OLD)] });
  const revoke = { original_message_id: 'wamid.P' };
  const item = { ...text('', undefined, OLD), type: 'revoke', revoke };

  await post({ messages: [{ ...item, group_id: 'Y2FwaV9ncm91cDox' }] });
  await write(OLD, 'lagi');

  const [chat] = await chats();
  const { body } = await api('GET', `/v1/conversations/${chat.id}/messages`);
  expect(body.data).toMatchObject([{ body: 'lagi' }, { body: 'pribadi' }]);
});
