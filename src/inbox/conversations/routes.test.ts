import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../test/harness/conversations.ts';
import { insertDevice, insertMessages } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import type { Json } from '../../../test/harness/shop.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { applyTrigger } from '../../gateway/devices/device.ts';
import { facetsOf, flagsOf } from './facets.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx);
const MINUTE = 60_000;
const GROUP = '120363041234567890@g.us';
const minutesAgo = (minutes: number) => new Date(ctx.now().getTime() - minutes * MINUTE);
const phoneOf = (n: number) => `62812000000${10 + n}`;

async function shop(people = 0) {
  const customer = await service.customer();
  const device = await insertDevice(ctx, customer.account);
  for (let n = 0; n < people; n += 1) await receive(inbound(device, phoneOf(n), { at: minutesAgo(100 - n) }));
  const get = async (path: string): Promise<Json> => (await customer.api('GET', path)).body;
  const set = (n: number, columns: object) =>
    tablesOf(ctx.db)
      .updateTable('conversations')
      .set(columns)
      .where('account_id', '=', customer.account.id)
      .where('phone', 'in', [phoneOf(n), GROUP])
      .execute();
  const phones = async (query: string): Promise<string[]> =>
    (await get(`/v1/conversations${query}`)).data.map(({ person }: Json) => person.phone);
  return { ...customer, device, get, set, phones };
}

test('the list has the newest activity first, and a conversation shows its last message', async () => {
  const { get, device } = await shop(2);
  await receive(inbound(device, phoneOf(0), { body: 'Masih ada?' }));

  const { data, next_cursor } = await get('/v1/conversations');

  expect(next_cursor).toBeNull();
  expect(data.map(({ person }: Json) => person.phone)).toEqual([phoneOf(0), phoneOf(1)]);
  expect(data[0]).toMatchObject({
    ...{ device_uuid: device.device_uuid, owner_state: 'human_waiting', unread: 2, labels: [] },
    last_message: { direction: 'in', author: 'customer', status: 'received', body: 'Masih ada?', id: 3 },
  });
  expect(await get(`/v1/conversations/${data[0].id}`)).toEqual(data[0]);
});

test('the last message of the customer is shown below later ones of others, and not twice', async () => {
  const { get, device } = await shop(2);
  await insertMessages(ctx, device, [{ phone: phoneOf(0), body: 'Promo' }]);

  const { data } = await get('/v1/conversations');

  const words = data.map((chat: Json) => [chat.last_message.body, chat.last_customer_message?.body]);
  expect(words).toContainEqual(['Promo', expect.any(String)]);
  expect(words.filter(([, customers]: string[]) => customers === undefined)).toHaveLength(1);
});

test('a number in any spelling finds the conversations of its person, with other filters', async () => {
  const { phones, api, account } = await shop(3);
  const another = await shop(1);
  const number = phoneOf(0);

  const found = [];
  for (const phone of [number, `0${number.slice(2)}`, `%2B${number}`, '62899999999', '120363@lid'])
    found.push(await phones(`?phone=${phone}`));
  const withFilters = [
    await phones(`?phone=${number}&order=longest_waiting&owner_state=human_waiting`),
    await phones(`?phone=${number}&open=false`),
    await phones(`?phone=${number}&assignee=Ani`),
    await phones(`?phone=${number}&label=vip`),
    await phones(`?phone=${number}&device_uuid=${(await insertDevice(ctx, account)).device_uuid}`),
  ];

  expect(found).toEqual([[number], [number], [number], [], []]);
  expect(withFilters).toEqual([[number], [], [], [], []]);
  expect(await another.phones(`?phone=${number}`)).toEqual([number]);
  expect((await api('GET', `/v1/conversations?phone=${number}&q=halo`)).body.errors).toEqual({
    phone: ['cannot be combined with q'],
  });
});

test('every page of a list has the next conversations, in both orders', async () => {
  const { get } = await shop(7);
  for (const order of ['latest', 'longest_waiting']) {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = `order=${order}&limit=3${cursor && `&cursor=${cursor}`}`;
      const page = await get(`/v1/conversations?${query}`);
      seen.push(...page.data.map(({ person }: Json) => person.phone));
      cursor = page.next_cursor;
    }
    const all = Array.from({ length: 7 }, (_, n) => phoneOf(n));
    expect(seen).toEqual(order === 'latest' ? all.toReversed() : all);
  }
});

test('filters and their combinations find exactly what fits', async () => {
  const { account, api, device, get, phones, set } = await shop(5);
  const other = await insertDevice(ctx, account);
  await receive(inbound(other, phoneOf(5)));
  await set(0, { owner_state: 'closed', unread: 0, waiting_since: null });
  await set(1, { owner_state: 'human_active', assignee: 'Ani' });
  await set(2, { owner_state: 'bot', snoozed_until: new Date() });
  await set(3, { assignee: 'Ani', unread: 0 });
  const label = await tablesOf(ctx.db)
    .insertInto('labels')
    .values({ account_id: account.id, name: 'vip', created_at: ctx.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { id, phone } of await conversationsOf(ctx, account)) {
    if (![phoneOf(1), phoneOf(4)].includes(phone)) continue;
    const row = { conversation_id: id, label_id: label.id, account_id: account.id };
    await tablesOf(ctx.db).insertInto('conversation_labels').values(row).execute();
  }
  await set(4, { unread: 9, assignee: 'Budi' });

  const found = async (query: string) => (await phones(query)).map((phone) => Number(phone.slice(-2)) - 10);
  expect(await found('?owner_state=closed')).toEqual([0]);
  expect(await found('?open=true')).toEqual([5, 4, 3, 2, 1]);
  expect(await found('?unread=false')).toEqual([3, 0]);
  expect(await found('?waiting=false')).toEqual([0]);
  expect(await found('?snoozed=true')).toEqual([2]);
  expect(await found('?assigned=false')).toEqual([5, 2, 0]);
  expect(await found('?assignee=Ani')).toEqual([3, 1]);
  expect(await found('?assignee=Ani&unread=true')).toEqual([1]);
  expect(await found('?label=vip')).toEqual([4, 1]);
  expect(await found('?label=vip&assignee=Budi')).toEqual([4]);
  expect(await found(`?label=vip&device_uuid=${device.device_uuid}`)).toEqual([4, 1]);
  expect(await found(`?label=vip&device_uuid=${other.device_uuid}`)).toEqual([]);
  expect(await found(`?device_uuid=${other.device_uuid}`)).toEqual([5]);
  expect(await found(`?assignee=Ani&device_uuid=${device.device_uuid}&order=longest_waiting`)).toEqual([
    1, 3,
  ]);
  expect(await found(`?label=vip&assignee=Ani&device_uuid=${device.device_uuid}`)).toEqual([1]);
  expect(await found('?label=vip&order=longest_waiting')).toEqual([1, 4]);
  expect(await found('?label=nothing')).toEqual([]);
  expect(await found('?owner_state=closed&unread=true')).toEqual([]);
  expect(await found('?order=longest_waiting&waiting=false')).toEqual([]);
  expect((await get('/v1/conversations?label=vip')).data[0].labels).toEqual(['vip']);
  expect((await api('GET', '/v1/conversations?device_uuid=x')).status).toBe(404);
});

test('the facets of the program are those of the database', async () => {
  const { set, account } = await shop(1);
  const time = new Date();
  for (let facet = 0; facet < 128; facet += 1) {
    const { owner_state, unread, waiting, snoozed, assigned, group } = flagsOf(facet);
    await set(0, {
      owner_state,
      unread: unread ? 1 : 0,
      waiting_since: waiting ? time : null,
      snoozed_until: snoozed ? time : null,
      assignee: assigned ? 'Ani' : null,
      phone: group ? GROUP : phoneOf(0),
    });

    const [row] = await conversationsOf(ctx, account);

    expect([row?.facet]).toEqual([facet]);
    expect(facetsOf(flagsOf(facet))).toEqual([facet]);
  }
});

test('the history has everything in and out with its author, over earlier devices of the number', async () => {
  const customer = await shop();
  const { account, device, get } = customer;
  const next = await insertDevice(ctx, account);
  await applyTrigger(ctx, device.id, 'connected', { phoneNumber: '6281100000009' });
  await insertMessages(ctx, device, [{ phone: '5511987654321', status: 'sent', public_id: 100 }]);
  await receive(inbound(device, '551187654321', { body: 'satu' }));
  await applyTrigger(ctx, next.id, 'connected', { phoneNumber: '6281100000009' });
  await insertMessages(ctx, next, [
    { phone: '551187654321', source: 'staff', status: 'failed', error_code: 'expired', public_id: 101 },
    { phone: '551187654321', broadcast_id: 1, broadcast_place: 0, status: 'read', public_id: 102 },
    { phone: '551187654322', status: 'sent', public_id: 103 },
  ]);
  await receive(inbound(next, '5511987654321', { body: 'dua' }));

  const [{ id }] = (await get('/v1/conversations')).data;
  const { data, next_cursor } = await get(`/v1/conversations/${id}/messages`);

  expect(next_cursor).toBeNull();
  expect(data.map(({ author, direction }: Json) => `${direction} ${author}`)).toEqual([
    'in customer',
    'out broadcast',
    'out staff',
    'in customer',
    'out api',
  ]);
  expect(data[2].error).toEqual({ code: 'expired', message: 'No reason was reported.' });
  const first = await get(`/v1/conversations/${id}/messages?limit=2`);
  const second = await get(`/v1/conversations/${id}/messages?limit=3&cursor=${first.next_cursor}`);
  expect([...first.data, ...second.data]).toEqual(data);
});

test('a device with another number shows each chat its own messages', async () => {
  const { device, get } = await shop();
  await applyTrigger(ctx, device.id, 'connected', { phoneNumber: '6281100000011' });
  await receive(inbound(device, phoneOf(0), { body: 'lama' }));
  await applyTrigger(ctx, device.id, 'connected', { phoneNumber: '6281100000012' });
  await receive(inbound(device, phoneOf(0), { body: 'baru' }));

  const { data } = await get('/v1/conversations');
  const histories = await Promise.all(data.map(({ id }: Json) => get(`/v1/conversations/${id}/messages`)));

  expect(histories.map((page) => page.data.map(({ body }: Json) => body))).toEqual([['baru'], ['lama']]);
});

test('two devices of one number show a message of a customer once', async () => {
  const { account, device, get } = await shop();
  const second = await insertDevice(ctx, account);
  for (const { id } of [device, second])
    await applyTrigger(ctx, id, 'connected', { phoneNumber: '6281100000013' });
  const message = inbound(device, phoneOf(0));

  await receive(message, { ...message, device: { ...second, epoch: 1 } });

  const [{ id }] = (await get('/v1/conversations')).data;
  expect((await get(`/v1/conversations/${id}/messages`)).data).toHaveLength(1);
});

test('the history of a device without a number starts with its first message', async () => {
  const { get } = await shop(1);

  const [{ id, last_message }] = (await get('/v1/conversations')).data;

  expect((await get(`/v1/conversations/${id}/messages`)).data).toEqual([last_message]);
});

test('a person shows all numbers and conversations, and the name of the contact goes first', async () => {
  const { api, get } = await shop(1);
  await api('POST', '/v1/contacts', { phone: phoneOf(0), name: 'Budi Kontak' });

  const [{ id, person }] = (await get('/v1/conversations')).data;

  expect(person.name).toBe('Budi Kontak');
  expect(await get(`/v1/people/${person.id}`)).toMatchObject({
    identities: [{ kind: 'phone', value: phoneOf(0) }],
    conversations: [id],
    merged_into: null,
  });
});

test.each([
  ['/v1/conversations/none', 404, 'conversation_not_found'],
  ['/v1/conversations/none/messages', 404, 'conversation_not_found'],
  ['/v1/people/none', 404, 'person_not_found'],
  ['/v1/conversations?cursor=xyz', 422, undefined],
  ['/v1/conversations?limit=0', 422, undefined],
  ['/v1/conversations?unread=perhaps', 422, undefined],
])('GET %s: %i', async (path, status, error) => {
  const { api } = await shop();

  const answer = await api('GET', path);

  expect([answer.status, answer.body.error]).toEqual([status, error]);
});

test('a cursor works only in its own list', async () => {
  const [one, other] = [await shop(2), await shop(2)];
  const { next_cursor } = await one.get('/v1/conversations?limit=1');

  const answers = [
    await one.api('GET', `/v1/conversations?cursor=${next_cursor}`),
    await one.api('GET', `/v1/conversations?order=longest_waiting&cursor=${next_cursor}`),
    await other.api('GET', `/v1/conversations?cursor=${next_cursor}`),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 422, 422]);
});
