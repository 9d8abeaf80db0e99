import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { CONTROL_TOKEN, openTestSandbox } from '../../../../../sandbox/test-sandbox.ts';
import { testContext } from '../../../../../test/harness/context.ts';
import { insertAccount } from '../../../../../test/harness/rows.ts';
import { openService } from '../../../../../test/harness/service.ts';
import type { Answer } from '../../../../../test/harness/shop.ts';
import { staffOf } from '../../../../../test/harness/staff.ts';
import { until } from '../../../../../test/harness/until.ts';
import { OFFICIAL_WEBHOOK_PATH } from '../../../../gateway/messages/official/routes.ts';

const sandbox = await openTestSandbox({ onEnd: afterAll });
const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx, { url: sandbox.current.url, token: CONTROL_TOKEN });
await http.listen({ port: 0, host: '127.0.0.1' });
const { port } = http.server.address() as AddressInfo; // a TCP listener has no other kind of address
await sandbox.post('/sandbox/cloud', { callback_url: `http://127.0.0.1:${port}${OFFICIAL_WEBHOOK_PATH}` });
const account = await insertAccount(ctx, {}, 'sandbox');
const owner = await staffOf(http, ctx, { account, role: 'owner' });
const stranger = await staffOf(http, ctx, {
  account: await insertAccount(ctx, {}, 'sandbox'),
  role: 'owner',
});
const PHONES = '/app/api/sandbox/phones';
const OFFICIALS = '/app/api/sandbox/official-numbers';
const SARI = '6281377788899';
await owner.call('POST', PHONES, { number: SARI, name: 'Sari' });

/** A number of the provider with its device, as a page attaches it. */
async function attach(given: { number?: string } = {}) {
  const { body } = await owner.call('POST', OFFICIALS, { name: 'Toko Resmi', ...given });
  const created = await owner.call('POST', '/app/api/devices', {
    engine: 'official_cloud',
    label: 'Resmi',
    official_phone_number_id: body.phone_number_id,
    official_access_token: body.access_token,
  });
  expect([created.status, created.body]).toMatchObject([201, { phone_number: body.number }]);
  const send = async (message: object, token = body.access_token) => {
    const answer = await fetch(`${sandbox.current.graphUrl}/v25.0/${body.phone_number_id}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messaging_product: 'whatsapp', to: `+${SARI}`, ...message }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  return {
    ...body,
    device_uuid: created.body.device_uuid,
    chat: `${PHONES}/${SARI}/chats/${body.number}`,
    one: `${OFFICIALS}/${body.phone_number_id}`,
    send,
  };
}

const messagesIn = async (chat: string) => (await owner.call('GET', `${chat}/messages`)).body.data;
const errorOf = ({ status, body }: Answer) => [status, body?.error];

test('a number and its token make an official device in two calls, and its customer writes to it', async () => {
  const { chat, device_uuid, phone_number_id, number } = await attach();

  await owner.call('POST', `${chat}/messages`, { text: 'Halo, ada stok?' });
  const conversation = await until(async () => {
    const { body } = await owner.call('GET', '/app/api/conversations');
    return body.data.find((each: Answer['body']) => each.device_uuid === device_uuid);
  });
  const { body } = await owner.call('GET', OFFICIALS);

  expect(conversation.person).toMatchObject({ name: 'Sari' });
  expect(body.data).toContainEqual({
    ...{ phone_number_id, number, name: 'Toko Resmi', state: 'active', quality_rating: 'GREEN' },
    ...{ fault: null, device_uuid },
  });
  expect(JSON.stringify(body)).not.toContain('EAAG');
});

test('the customer sees buttons, taps one, reacts and reads', async () => {
  const { chat, send } = await attach();
  const buttons = ['Ya', 'Tidak'].map((title) => ({ type: 'reply', reply: { id: title, title } }));
  const interactive = { type: 'button', body: { text: 'Jadi pesan?' }, action: { buttons } };
  const { body: sent } = await send({ type: 'interactive', interactive });
  const id = sent.messages[0].id;

  const [shown] = await messagesIn(chat);
  await owner.call('POST', `${chat}/messages`, { choice: { message_id: id, id: 'Ya' } });
  await owner.call('POST', `${chat}/messages`, { reaction: { message_id: id, emoji: '👍' } });
  await owner.call('POST', `${chat}/messages`, { text: 'Merah', quote: id });
  const unread = await owner.call('GET', `${PHONES}/${SARI}/chats`);
  await owner.call('POST', `${chat}/read`);
  const messages = await messagesIn(chat);

  const choice = { description: null, section: null };
  expect(shown).toMatchObject({
    ...{ id, engine: 'official_cloud', from_phone: false, type: 'interactive', text: 'Jadi pesan?' },
    interactive: {
      kind: 'buttons',
      choices: [
        { id: 'Ya', title: 'Ya', ...choice },
        { id: 'Tidak', title: 'Tidak', ...choice },
      ],
    },
  });
  expect(unread.body.data[0]).toMatchObject({ unread: 1, last: { text: 'Merah' } });
  expect(messages).toMatchObject([
    { id, read: true, reactions: [{ from_phone: true, emoji: '👍' }] },
    { from_phone: true, type: 'interactive', text: 'Ya' },
    { from_phone: true, text: 'Merah', quote: { id, text: 'Jadi pesan?' } },
  ]);
});

test('a picture of the customer and the rows of a list are shown', async () => {
  const { chat, send } = await attach();
  const { body: picture } = await owner.call('POST', `${chat}/messages`, { sample: 'picture' });
  const rows = [{ id: 'a', title: 'Ambil', description: 'Di toko' }];
  const action = { button: 'Pilih', sections: [{ title: 'Kirim', rows }] };
  await send({ type: 'interactive', interactive: { type: 'list', body: { text: 'Cara kirim?' }, action } });

  const messages = await messagesIn(chat);
  const file = await owner.call('GET', `${chat}/messages/${picture.id}/media`);
  const foreign = await stranger.call('GET', `${chat}/messages/${picture.id}/media`);

  expect(messages).toMatchObject([
    { type: 'image', file: { mimetype: 'image/png' } },
    {
      interactive: {
        ...{ kind: 'list', button: 'Pilih' },
        choices: [{ id: 'a', title: 'Ambil', description: 'Di toko', section: 'Kirim' }],
      },
    },
  ]);
  expect([file.status, file.headers['content-type']]).toEqual([200, 'image/png']);
  expect(errorOf(foreign)).toEqual([404, 'sandbox_phone_not_found']);
});

test('a number that moves from a phone to the provider keeps one chat', async () => {
  const { body: shop } = await owner.call('POST', PHONES, { name: 'Toko' });
  await sandbox.post(`/sandbox/phones/${shop.number}/messages`, { to: SARI, text: 'Dari HP' });
  const { chat, send } = await attach({ number: shop.number });

  await send({ type: 'text', text: { body: 'Dari API' } });
  const messages = await messagesIn(chat);

  expect(messages.map(({ engine, text }: Answer['body']) => [engine, text])).toEqual([
    ['economy', 'Dari HP'],
    ['official_cloud', 'Dari API'],
  ]);
});

test('a fault lets the next sends of the number fail, and no send of another number', async () => {
  const [one, two] = [await attach(), await attach()];
  const text = { type: 'text', text: { body: 'Halo' } };

  await owner.call('PUT', `${one.one}/fault`, { code: 131056, count: 2 });
  const listed = await owner.call('GET', OFFICIALS);
  const failed = await one.send(text);
  const other = await two.send(text);
  await owner.call('DELETE', `${one.one}/fault`);
  const healed = await one.send(text);

  const fault = listed.body.data.find((each: Answer['body']) => each.number === one.number).fault;
  expect(fault).toEqual({ code: 131056, left: 2 });
  expect([failed.body.error.code, other.status, healed.status]).toEqual([131056, 200, 200]);
});

test('a banned number refuses to send, and a new token replaces the earlier ones', async () => {
  const { one, send } = await attach();
  const text = { type: 'text', text: { body: 'Halo' } };

  const banned = await owner.call('PATCH', one, { state: 'banned' });
  const refused = await send(text);
  await owner.call('PATCH', one, { state: 'active' });
  const { body: token } = await owner.call('POST', `${one}/tokens`, { revoke_others: true });
  const [old, fresh] = [await send(text), await send(text, token.access_token)];

  expect(banned.body.state).toBe('banned');
  expect([refused.body.error.code, old.body.error.code, fresh.status]).toEqual([368, 190, 200]);
});

test('a second account sees and changes no number of the first one', async () => {
  const { one, number, phone_number_id } = await attach();

  const refused = [
    await stranger.call('PATCH', one, { state: 'banned' }),
    await stranger.call('POST', `${one}/tokens`, {}),
    await stranger.call('PUT', `${one}/fault`, { code: 131026 }),
    await stranger.call('DELETE', `${one}/fault`),
    await stranger.call('GET', `${one}/templates`),
    await stranger.call('POST', `${one}/templates/review`, { name: 'promo', language: 'id' }),
  ];
  const taken = [
    await stranger.call('POST', OFFICIALS, { name: 'Palsu', number }),
    await stranger.call('POST', PHONES, { number }),
  ];

  expect(refused.map(errorOf)).toEqual(Array(6).fill([404, 'sandbox_official_number_not_found']));
  expect(taken.map(errorOf)).toEqual(Array(2).fill([409, 'sandbox_number_taken']));
  expect((await stranger.call('GET', OFFICIALS)).body.data).toEqual([]);
  expect((await sandbox.get(`/sandbox/cloud/numbers/${phone_number_id}`)).body.state).toBe('active');
});

test('a developer reviews templates as the provider, and the device hears the decision', async () => {
  const { one, device_uuid } = await attach();
  const made = { name: 'promo', language: 'id' };
  const template = { ...made, category: 'utility', body: 'Halo, ada promo.' };
  await owner.call('POST', '/app/api/templates', { device_uuid, ...template });
  const review = (decision: object) =>
    owner.call('POST', `${one}/templates/review`, { ...made, ...decision });

  const { body } = await owner.call('GET', `${one}/templates`);
  const refused = await review({ status: 'REJECTED', reason: 'SCAM', category: 'MARKETING' });
  const heard = await until(async () => {
    const { body } = await owner.call('GET', `/app/api/devices/${device_uuid}/templates`);
    // Two callbacks.
    return body.data.find(
      (each: Answer['body']) => `${each.status} ${each.category}` === 'rejected marketing',
    );
  });
  const unknown = await review({ name: 'lain' });

  const shown = { ...made, status: 'PENDING', category: 'UTILITY', reason: null, body: template.body };
  expect(body.data).toContainEqual(shown);
  expect(body.data.at(0).status).toBe('PENDING');
  expect(refused.body).toEqual({ ...shown, status: 'REJECTED', category: 'MARKETING', reason: 'SCAM' });
  expect(heard).toMatchObject({ ...made, category: 'marketing', rejection: 'SCAM' });
  expect(errorOf(unknown)).toEqual([409, 'sandbox_refused']);
});

test('an official device has no line of a phone, and messages of a phone have no choices', async () => {
  const { device_uuid } = await attach();

  const line = await owner.call('POST', `/app/api/sandbox/devices/${device_uuid}/line`, { action: 'drop' });

  expect(errorOf(line)).toEqual([409, 'sandbox_refused']);
});
