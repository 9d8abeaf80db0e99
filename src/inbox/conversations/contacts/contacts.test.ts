import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { makeLive } from '../../../../test/harness/live-stream.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { staffOf } from '../../../../test/harness/staff.ts';
import { visitorPhone } from '../../../gateway/people/identity.ts';
import { saveSenders } from './senders.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx);
const phone = '6281200000010';

async function shop() {
  const { api, account } = await service.customer();
  const device = await insertDevice(ctx, account);
  const writes = async (from: string, name?: string) => {
    const { device: of, message } = inbound(device, from);
    await receive({ device: of, message: { ...message, ...(name !== undefined && { senderName: name }) } });
  };
  const book = async (tag = '') => {
    const { body } = await api('GET', `/v1/contacts?tag=${tag}`);
    return [body.total, ...body.data.map((one: Record<string, string>) => `${one.phone} ${one.name}`)];
  };
  const chat = async () => {
    const [row] = await conversationsOf(ctx, account);
    return `conversations/${row?.conversation_uuid}`;
  };
  return { api, account, device, writes, book, chat };
}

test('every customer who writes is found under contacts once, with the name of the profile', async () => {
  const { writes, book } = await shop();
  await writes(phone, 'Sari');
  await writes(phone, 'Sari');
  await writes('6281200000011');

  await Promise.all([saveSenders(ctx), saveSenders(ctx)]);

  expect(await book()).toEqual([2, `${phone} Sari`, '6281200000011 ']);
});

test('a name that a person gave stays, in any spelling of the number, and an empty one is filled', async () => {
  const { api, writes, book } = await shop();
  await api('POST', '/v1/contacts', { phone: '5511987654321', name: 'Bu Ana', tags: ['vip'] });
  await api('POST', '/v1/contacts', { phone, tags: ['vip'] });
  await writes('551187654321', 'ana_77');
  await writes(phone, 'Sari');

  await saveSenders(ctx);

  expect(await book('vip')).toEqual([2, '5511987654321 Bu Ana', `${phone} Sari`]);
  expect((await book())[0]).toBe(2);
});

test('the contact beside a chat says that the person gets no broadcasts', async () => {
  const { api, writes, chat } = await shop();
  await writes(phone, 'Sari');
  const contactOf = async () => (await api('GET', `/v1/${await chat()}/contact`)).body;

  const before = await contactOf();
  await api('POST', '/v1/opt-outs', { phone });

  expect([before.opted_out, (await contactOf()).opted_out]).toEqual([false, true]);
});

test('open chats show the new name of a contact, however it is changed, except by an import', async () => {
  const { api, account, writes, chat } = await shop();
  await writes(phone);
  await makeLive(ctx, account.id);
  const idOf = async () => (await api('GET', '/v1/contacts')).body.data[0].id;
  const change = async (method: string, path: string, body?: object) => {
    await ctx.pool.query('delete from stream_changes');
    expect((await api(method, path, body)).status).toBeLessThan(300);
    const { rows } = await ctx.pool.query('select account_id, kind, ref_id from stream_changes');
    return rows;
  };

  const noted = [
    await change('PATCH', `/v1/${await chat()}/contact`, { name: 'Bu Sari' }),
    await change('POST', '/v1/contacts', { phone, name: 'Sari' }),
    await change('PATCH', `/v1/contacts/${await idOf()}`, { name: 'Sari Dewi' }),
    await change('PATCH', `/v1/contacts/${await idOf()}`, { phone: '6281200000099' }),
    await change('PATCH', `/v1/contacts/${await idOf()}`, { phone }),
    await change('DELETE', `/v1/contacts/${await idOf()}`),
  ];
  const import_id = '0c8c3c0e-4a4f-4f0e-9d8e-5b1d0f6f2a3d';
  const others = [
    await change('POST', '/v1/contacts', { phone: '6281200000055', name: 'Tono' }),
    await change('POST', '/v1/contacts', { phone, tags_add: ['vip'] }),
    await change('POST', '/v1/contacts/batch', { contacts: [{ phone, name: 'Sari' }], import_id }),
  ];

  const [conversation] = await conversationsOf(ctx, account);
  const row = { account_id: account.id, kind: 'conversation.changed', ref_id: conversation?.id };
  expect(noted).toEqual(Array(6).fill([row]));
  expect(others).toEqual([[], [], []]);
});

test('a person without any identity, as after an erasure, does not hold the customers behind', async () => {
  const { writes, book } = await shop();
  await writes(phone, 'Sari');
  await ctx.pool.query('delete from person_identities where value = $1', [phone]);
  await writes('6281200000011', 'Tono');

  await saveSenders(ctx);

  expect(await book()).toEqual([1, '6281200000011 Tono']);
  expect((await ctx.pool.query('select from new_senders')).rowCount).toBe(0);
});

test('hidden numbers and visitors of a web page become no contacts', async () => {
  const { writes, book } = await shop();
  await writes('123456789012345@lid', 'Tersembunyi');
  await writes(visitorPhone('0f8fad5bd9cb469fa16570867728950e'), 'Tamu');

  await saveSenders(ctx);

  expect(await book()).toEqual([0]);
});

test('an account without the setting keeps its contacts as they are', async () => {
  const { api, writes, book } = await shop();
  await api('PATCH', '/v1/conversations/settings', { senders_as_contacts: false });

  await writes(phone, 'Sari');
  await saveSenders(ctx);

  expect(await book()).toEqual([0]);
});

test('a deleted contact is back with the next episode, not before', async () => {
  const { api, writes, book, chat } = await shop();
  await writes(phone, 'Sari');
  await saveSenders(ctx);
  const { body } = await api('GET', '/v1/contacts');
  await api('DELETE', `/v1/contacts/${body.data[0].id}`);

  await writes(phone, 'Sari');
  await saveSenders(ctx);
  const before = await book();
  await api('POST', `/v1/${await chat()}/resolve`, {});
  await writes(phone, 'Sari');
  await saveSenders(ctx);

  expect([before, await book()]).toEqual([[0], [1, `${phone} Sari`]]);
});

test('beside the chat, an agent saves the customer as a contact and changes it', async () => {
  const { account, device, api, writes, chat } = await shop();
  await writes(phone, 'Sari');
  const agent = await staffOf(service.http, ctx, { account, role: 'agent', deviceIds: [device.id] });
  const path = `/app/api/${await chat()}/contact`;

  const none = await agent.call('GET', path);
  const made = await agent.call('PATCH', path, { name: 'Sari', tags_add: ['vip'], notes: 'Alergi kacang' });
  const changed = await agent.call('PATCH', path, { notes: '' });

  expect(none.body).toEqual({ contact: null, opted_out: false });
  const contact = { phone, name: 'Sari', tags: ['vip'], notes: 'Alergi kacang' };
  expect([made.status, made.body]).toMatchObject([200, { contact }]);
  expect(changed.body).toMatchObject({ contact: { ...contact, notes: null } });
  expect((await agent.call('GET', path)).body).toEqual(changed.body);
  expect((await api('GET', '/v1/contacts')).body.data).toEqual([changed.body.contact]);
});

test('a customer without a number cannot be saved, and an agent without the device sees no chat', async () => {
  const { account, api, writes, chat } = await shop();
  await writes('123456789012345@lid');
  const stranger = await staffOf(service.http, ctx, { account, role: 'agent' });

  const refused = await api('PATCH', `/v1/${await chat()}/contact`, { name: 'Sari' });
  const foreign = await stranger.call('PATCH', `/app/api/${await chat()}/contact`, { name: 'Sari' });

  expect([refused.status, refused.body.error]).toEqual([409, 'no_contact_number']);
  expect([foreign.status, foreign.body.error]).toEqual([404, 'conversation_not_found']);
});
