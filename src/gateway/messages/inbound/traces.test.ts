import { expect, test } from 'vitest';
import { inbound, receiver } from '../../../../test/harness/conversations.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { OWNER } from '../../../../test/harness/line.ts';
import { openPairedService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { mergeMatches } from '../../../inbox/conversations/merges/matches.ts';

const { line, shop } = await openPairedService();
const { api } = shop;
const { ctx, sandbox } = line;

const say = async (from: string, content: object): Promise<string> => {
  await sandbox.post('/sandbox/phones', { number: from });
  const { body } = await sandbox.post(`/sandbox/phones/${from}/messages`, { to: OWNER, ...content });
  return body.wa_message_id;
};
const eventOf = (text: string) =>
  until(async () => (await eventsOf(ctx, 'message.received')).find(({ body }) => body === text), {
    what: `the event of ${text}`,
  });
const chatOf = async (phone: string) =>
  (await api('GET', `/v1/conversations?phone=${encodeURIComponent(phone)}`)).body.data;
const textsIn = async (chat: Json) =>
  (await api('GET', `/v1/conversations/${chat.id}/messages`)).body.data.map(({ body }: Json) => body);
const deviceNamed = (uuid: string) =>
  tablesOf(ctx.db)
    .selectFrom('devices')
    .selectAll()
    .where('device_uuid', '=', uuid)
    .executeTakeFirstOrThrow();
let keys = 0;
const reply = async (chat: Json, body: string) => {
  keys += 1;
  const sent = await api(
    'POST',
    `/v1/conversations/${chat.id}/messages`,
    { body },
    { 'idempotency-key': `r${keys}` },
  );
  await until(async () => (await api('GET', `/v1/messages/${sent.body.id}`)).body.status === 'delivered', {
    what: 'the delivery',
  });
};

test('a customer without a number has an event and a chat, is answered, and gets the number later', async () => {
  const customer = '6281300000001';
  await say(customer, { text: 'Siapa saya?', bare_lid: true });
  const { from } = await eventOf('Siapa saya?');
  const [chat] = await chatOf(from);
  await reply(chat, 'Halo!');

  await say(customer, { text: 'Ini nomor saya' });
  const named = await eventOf('Ini nomor saya');
  await say(customer, { text: 'Masih saya', bare_lid: true });
  const again = await eventOf('Masih saya');

  expect(from).toMatch(/^\d+@lid$/);
  expect([named.from, again.from]).toEqual([customer, customer]);
  expect((await sandbox.messagesOf(customer)).map(({ text }: Json) => text)).toContain('Halo!');
  expect(await chatOf(customer)).toMatchObject([{ id: chat.id }]);
  expect(await textsIn(chat)).toEqual(['Masih saya', 'Ini nomor saya', 'Halo!', 'Siapa saya?']);
});

test('two conversations of one customer become one when the network names the number of the id', async () => {
  const customer = '6281300000002';
  await say(customer, { text: 'dari id', bare_lid: true });
  const { from } = await eventOf('dari id');
  const [byId] = await chatOf(from);

  // A send asks the network for the devices of the number, and learns its id.
  const { body: sent } = await shop.send({ to: customer, body: 'dari kami' });
  await until(async () => (await api('GET', `/v1/messages/${sent.id}`)).body.status === 'delivered', {
    what: 'the delivery',
  });

  await until(async () => (await chatOf(customer)).length === 1, { what: 'the join' });
  expect(await chatOf(customer)).toMatchObject([{ id: byId.id }]);
  expect(await textsIn(byId)).toEqual(['dari kami', 'dari id']);
});

test('two people, one known by the number and one by its id, are merged when the network names both', async () => {
  const customer = '6281300000003';
  const device = await deviceNamed(shop.deviceUuid);
  await receiver(ctx)(inbound(device, customer, { body: 'dari nomor' }));
  await say(customer, { text: 'masih tanpa nomor', bare_lid: true });
  const { from } = await eventOf('masih tanpa nomor');
  const before = [...(await chatOf(customer)), ...(await chatOf(from))];

  await shop.send({ to: customer, body: 'dari kami' });
  await until(async () => (await ctx.pool.query('select from person_matches')).rows.length > 0, {
    what: 'the match',
  });
  await mergeMatches(ctx);

  expect(before).toHaveLength(2);
  const [chat, ...others] = await chatOf(from);
  expect(others).toEqual([]);
  expect(await chatOf(customer)).toMatchObject([{ id: chat.id }]);
  expect((await textsIn(chat)).toSorted()).toEqual(['dari kami', 'dari nomor', 'masih tanpa nomor']);
});

test('a view-once message has an event and an entry with its kind', async () => {
  const customer = '6281300000004';

  await say(customer, { text: 'rahasia', unavailable: 'view_once' });

  const event = await eventOf('View-once message: open it on the phone');
  expect(event).toMatchObject({ from: customer, type: 'text' });
  const [chat] = await chatOf(customer);
  expect(chat).toMatchObject({ unread: 1, last_message: { kind: 'view_once' } });
});
