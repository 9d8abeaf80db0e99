import { afterAll, expect, test } from 'vitest';
import { CHAT_PHONE, openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound } from '../../../../test/harness/conversations.ts';
import { withinOneMinute } from '../../../../test/harness/minute.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { OWNER_STATES } from '../facets.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { shop, receive } = openChats(ctx, service);
const MISSING = '00000000-0000-4000-8000-000000000000';

test('a reply is answered as POST /v1/messages answers, and GET shows the message', async () => {
  const { reply, api, read } = await shop();

  const answer = await reply();

  expect(answer.status).toBe(202);
  const { under_way, ...message } = answer.body;
  expect(under_way).toEqual([]);
  expect(message).toEqual({
    ...{ id: expect.any(Number), status: 'queued', wa_message_id: null, direction: 'out', type: 'text' },
    created_at: ctx.now().toISOString(),
  });
  expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '100000', 'x-ratelimit-remaining': '99999' });
  expect((await api('GET', `/v1/messages/${message.id}`)).body).toEqual(message);
  expect((await read()).owner_state).toBe('human_active');
});

test('the message is of staff, to the person, from the device of the number, and is in the history', async () => {
  const { reply, api, uuid, device, messagesOf, read, sent } = await shop();

  const { body } = await reply({ body: 'Ada, Kak.', actor: 'Ani' });

  const [row] = await messagesOf('staff');
  expect(row).toMatchObject({
    ...{ public_id: body.id, device_id: device.id, phone: CHAT_PHONE, body: 'Ada, Kak.', due: true },
    ...{ conversation_id: (await read()).id, author_id: null, details: { actor: 'Ani' } },
  });
  expect(await sent()).toBe(1);
  const history = (await api('GET', `/v1/conversations/${uuid}/messages`)).body.data;
  expect(history.map(({ author }: Json) => author)).toEqual(['staff', 'customer']);
});

test('the history and the list say who wrote each reply', async () => {
  const { act, reply, api, uuid } = await shop();
  await act('assign', { assignee: 'Budi' });

  await reply({ actor: 'Ani' });
  await reply();
  await reply({ actor: 'Citra' });

  const { data } = (await api('GET', `/v1/conversations/${uuid}/messages`)).body;
  const actors = data.map((message: Json) => ('actor' in message ? message.actor : 'none'));
  expect(actors).toEqual(['Citra', 'none', 'Ani', 'none']);
  expect((await api('GET', `/v1/conversations/${uuid}`)).body.last_message.actor).toBe('Citra');
});

test.each(OWNER_STATES)('a reply takes the conversation over from %s', async (from) => {
  const { reply, own, read, timeline } = await shop();
  await own(from);
  const before = await read();

  const { status } = await reply({ actor: 'Ani' });

  expect(status).toBe(202);
  const after = await read();
  const isTaken = from !== 'human_active';
  expect(after).toMatchObject({
    ...{ owner_state: 'human_active', unread: 0, waiting_since: null, last_human_at: ctx.now() },
    ownership_version: before.ownership_version + (isTaken ? 1 : 0),
    episode: before.episode + (from === 'closed' ? 1 : 0),
  });
  if (isTaken) expect(after.owner_reason).toBe('inbox');
  const taken = (await timeline()).filter(({ kind }) => kind === 'taken_over');
  expect(taken.map(({ actor }) => actor)).toEqual(isTaken ? ['Ani'] : []);
});

test('an assignee keeps the conversation when another person replies', async () => {
  const { act, reply, read } = await shop();
  await act('assign', { assignee: 'Budi' });

  await reply({ actor: 'Ani' });

  expect(await read()).toMatchObject({ owner_state: 'human_active', assignee: 'Budi', ownership_version: 2 });
});

test('a reply with another version of the owner is refused, and its key stays free', async () => {
  const { act, reply, read, messagesOf } = await shop();
  const { ownership_version } = await read();
  await act('assign', { assignee: 'Budi' });

  const refused = await reply({ ownership_version }, { 'idempotency-key': 'answer' });
  const sent = await reply({ ownership_version: ownership_version + 1 }, { 'idempotency-key': 'answer' });

  expect(refused).toMatchObject({
    status: 409,
    body: { error: 'ownership_changed', owner: { owner_state: 'human_active', assignee: 'Budi' } },
  });
  expect(sent.status).toBe(202);
  expect(await messagesOf('staff')).toHaveLength(1);
});

test('POST /v1/messages leaves the owner as it is', async () => {
  const { own, send, device, read } = await shop();
  await own('bot');

  expect((await send({ device_uuid: device.device_uuid, to: CHAT_PHONE })).status).toBe(202);

  expect(await read()).toMatchObject({ owner_state: 'bot', ownership_version: 1, unread: 1 });
});

test('a reply ends what the automation has queued, and names what is under way', async () => {
  const { own, botSends, messagesOf, reply, sent } = await shop({ plan: { monthly_quota: 10 } });
  await own('bot');
  await botSends('satu', 'dua', 'tiga');
  const [first] = await messagesOf('bot');
  await ctx.pool.query(`update messages set maybe_written = true, reserved_wa_id = 'x' where id = $1`, [
    first?.id,
  ]);

  const key = { 'idempotency-key': 'order-17' };
  const answers = [await reply({}, key), await reply({}, key), await reply()];

  for (const { body } of answers) expect(body.under_way).toEqual([first?.public_id]);
  expect(await messagesOf('bot')).toMatchObject([
    { status: 'queued', due: true },
    { status: 'failed', error_code: 'superseded' },
    { status: 'failed', error_code: 'superseded' },
  ]);
  expect(await sent()).toBe(3);
});

test('a replay names what is under way, also when the reply could not be sent now', async () => {
  const { own, botSends, messagesOf, reply, device } = await shop();
  await own('bot');
  await botSends('satu');
  const [first] = await messagesOf('bot');
  await ctx.pool.query(`update messages set maybe_written = true, reserved_wa_id = 'x' where id = $1`, [
    first?.id,
  ]);
  const key = { 'idempotency-key': 'order-17' };
  await reply({}, key);
  await ctx.pool.query('update devices set released_at = now() where id = $1', [device.id]);

  const { status, body } = await reply({}, key);

  expect([status, body.under_way]).toEqual([202, [first?.public_id]]);
});

test('a repeated key gives the first answer, and takes nothing over again', async () => {
  const { reply, act, own, botSends, read, messagesOf, sent } = await shop();
  const key = { 'idempotency-key': 'order-17' };
  const first = await reply({}, key);
  await act('give-back');
  await own('bot');
  await botSends('jawaban');

  const same = await reply({}, key);
  const other = await reply({ body: 'Lain' }, key);

  expect([same.status, other.status]).toEqual([202, 202]);
  expect(same.body).toEqual(first.body);
  expect(first.headers).not.toHaveProperty('idempotency-replayed');
  expect(same.headers['idempotency-replayed']).toBe('true');
  expect(same.headers).not.toHaveProperty('idempotency-mismatch');
  expect(other.headers['idempotency-mismatch']).toBe('true');
  expect((await read()).owner_state).toBe('bot');
  expect(await messagesOf('staff')).toHaveLength(1);
  expect(await messagesOf('bot')).toMatchObject([{ status: 'queued' }]);
  expect(await sent()).toBe(2);
});

test('a key of another conversation, or of POST /v1/messages, is a replay with a mismatch', async () => {
  const { reply, device, send, api, receiveFrom } = await twoChats();
  const { uuid: other } = await receiveFrom('6281200000011');
  const key = { 'idempotency-key': 'order-17' };
  const first = await reply({}, key);

  const elsewhere = await api('POST', `/v1/conversations/${other}/messages`, { body: 'Ada, Kak.' }, key);
  const sent = await send({ device_uuid: device.device_uuid, to: CHAT_PHONE, body: 'Ada, Kak.' }, key);

  for (const { body, headers } of [elsewhere, sent]) {
    expect(body.id).toBe(first.body.id);
    expect(headers).toMatchObject({ 'idempotency-replayed': 'true', 'idempotency-mismatch': 'true' });
  }
});

/** A second conversation with the same number. */
async function twoChats() {
  const chat = await shop();
  const receiveFrom = async (phone: string) => {
    await receive(inbound(chat.device, phone));
    const { body } = await chat.api('GET', '/v1/conversations');
    const found = body.data.find(({ person }: Json) => person.phone === phone);
    return { uuid: found.id };
  };
  return { ...chat, receiveFrom };
}

test('of 20 replies at once with one key, one is stored and one take-over happens', async () => {
  const { reply, own, read, messagesOf } = await shop();
  await own('bot');
  const key = { 'idempotency-key': 'order-17' };

  const answers = await Promise.all(Array.from({ length: 20 }, () => reply({}, key)));

  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await messagesOf('staff')).toHaveLength(1);
  expect((await read()).ownership_version).toBe(2);
});

test('replies and other messages at once use the quota exactly, and none waits for another without end', async () => {
  const { reply, send, own, botSends, act, device, sent } = await shop({ plan: { monthly_quota: 30 } });
  await own('bot');

  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      if (n % 10 === 0) await act('give-back');
      if (n % 10 === 1) await botSends('jawaban');
      return n % 2 ? reply() : send({ device_uuid: device.device_uuid, to: CHAT_PHONE });
    }),
  );

  const codes = answers.map(({ status }) => status);
  expect(new Set(codes)).toEqual(new Set([202, 402]));
  expect(await sent()).toBe(30);
});

test('the rate window is the one of POST /v1/messages, and a refused reply changes nothing', async () => {
  const { chat, answers } = await withinOneMinute(ctx, async () => {
    const chat = await shop({ plan: { rate_per_minute: 3 } });
    await chat.own('bot');
    const { reply, send, device } = chat;
    const first = await send({ device_uuid: device.device_uuid, to: CHAT_PHONE });
    return { chat, answers: [first, await reply('{"body":'), await reply({ quote: 0 }), await reply()] };
  });

  expect(answers.map(({ status, headers }) => [status, headers['x-ratelimit-remaining']])).toEqual([
    [202, '2'],
    [400, '1'],
    [422, '0'],
    [429, '0'],
  ]);
  const refused = answers.at(-1);
  expect(refused?.body).toEqual({
    error: 'rate_limited',
    message: expect.stringMatching(/3 requests.*\d+ s/),
  });
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(await chat.messagesOf('staff')).toEqual([]);
  expect((await chat.read()).owner_state).toBe('bot');
});

test('without a unit of the quota the reply is refused, and the automation keeps the conversation', async () => {
  const { reply, own, botSends, messagesOf, read } = await shop({ plan: { monthly_quota: 1 } });
  await own('bot');
  await botSends('jawaban');

  const { status, body } = await reply();

  expect([status, body.error]).toEqual([402, 'quota_exceeded']);
  expect(await messagesOf('bot')).toMatchObject([{ status: 'queued' }]);
  expect((await read()).owner_state).toBe('bot');
});

test.each([
  ['disconnected', {}, /^The device has lost its connection\./],
  ['banned', {}, /^The provider has banned the number\./],
  ['disconnected', { released_at: new Date() }, /^The device was released\. Create another one/],
] as const)('a %s device %j refuses as for POST /v1/messages', async (status, columns, text) => {
  const { reply, own, send, device, read } = await shop();
  await own('bot');
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ status, ...columns })
    .where('id', '=', device.id)
    .execute();

  const answer = await reply();
  const sent = await send({ device_uuid: device.device_uuid, to: CHAT_PHONE });

  expect(answer.status).toBe(409);
  expect(answer.body).toEqual(sent.body);
  expect(answer.body.message).toMatch(text);
  expect((await read()).owner_state).toBe('bot');
});

test.each([
  ['no key', {}, { 'idempotency-key': '' }, 422, 'idempotency_key_required'],
  ['broken JSON', '{"body":', {}, 400, 'invalid_json'],
  ['buttons without a text', { type: 'button', body: '' }, {}, 422, 'interactive_not_supported'],
  ['a template', { body: undefined, template: { name: 'a', language: 'id' } }, {}, 422, 'type_not_supported'],
] as const)('%s: refused with its code', async (_name, body, headers, status, error) => {
  const { reply, messagesOf } = await shop();

  const answer = await reply(body, headers);

  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ error, message: expect.any(String) });
  expect(await messagesOf('staff')).toEqual([]);
});

test.each([
  ['no text', { body: undefined }, 'body'],
  ['a blank text', { body: ' ' }, 'body'],
  ['NUL in the text', { body: 'a\0b' }, 'body'],
  ['an unknown type', { type: 'gif' }, 'type'],
  ['an image without a file', { type: 'image' }, 'media_url'],
  ['a file that is no URL', { type: 'image', media_url: 'x' }, 'media_url'],
  ['a quote that is a text', { quote: '12' }, 'quote'],
  ['a quote of 0', { quote: 0 }, 'quote'],
  ['an empty actor', { actor: '' }, 'actor'],
  ['a template without a name', { body: undefined, template: { language: 'id' } }, 'template.name'],
  ['a template beside a text', { template: { name: 'a', language: 'id' } }, 'body'],
  ['a template with a file', { type: 'image', media_url: 'https://a.b/c', template: {} }, 'template'],
  ['the type of a template alone', { type: 'template', body: undefined }, 'template'],
] as const)('%s is a field error', async (_name, body, field) => {
  const { reply } = await shop();

  const answer = await reply(body);

  expect(answer.status).toBe(422);
  expect(answer.body).toEqual({ message: expect.any(String), errors: { [field]: [expect.any(String)] } });
});

test('a conversation of another account, and no conversation, read as missing and count in the window', async () => {
  const mine = await shop();
  const theirs = await shop();

  for (const id of [theirs.uuid, MISSING, 'kasir']) {
    const { status, body, headers } = await mine.api(
      ...(['POST', `/v1/conversations/${id}/messages`] as const),
      ...([{ body: 'Halo' }, { 'idempotency-key': `to-${id}` }] as const),
    );
    expect([status, body.error]).toEqual([404, 'conversation_not_found']);
    expect(headers).toHaveProperty('x-ratelimit-remaining');
  }
  expect(await theirs.messagesOf('staff')).toEqual([]);
});

test('a key of scope send may reply, and a key of scope read may not', async () => {
  const { account, uuid } = await shop();
  const statuses: [number, Json][] = [];

  for (const scope of ['send', 'read'] as const) {
    const { api } = await service.customerOf(account, '', scope);
    const key = { 'idempotency-key': scope };
    const { status, body } = await api('POST', `/v1/conversations/${uuid}/messages`, { body: 'Halo' }, key);
    statuses.push([status, body.error]);
  }

  expect(statuses).toEqual([
    [202, undefined],
    [403, 'insufficient_scope'],
  ]);
});

test('a reply to a merged conversation goes to the one that shows it', async () => {
  const { reply, read, receiveFrom, account, messagesOf } = await twoChats();
  const { id } = await read();
  const { uuid } = await receiveFrom('6281200000011');
  await ctx.pool.query(
    'update conversations set merged_into = (select id from conversations where conversation_uuid = $2) where id = $1',
    [id, uuid],
  );

  expect((await reply()).status).toBe(202);

  const { rows } = await ctx.pool.query(
    'select conversation_uuid, owner_state from conversations where account_id = $1 order by id',
    [account.id],
  );
  expect(rows.map(({ owner_state }) => owner_state)).toEqual(['human_waiting', 'human_active']);
  expect(await messagesOf('staff')).toMatchObject([{ phone: '6281200000011' }]);
});

const waiting = async () => {
  const { rows } = await ctx.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
};

test('a reply that meets a merge under way goes to the conversation that remains', async () => {
  const { reply, read, receiveFrom, messagesOf } = await twoChats();
  const { id } = await read();
  const { uuid } = await receiveFrom('6281200000011');

  const replied = await ctx.db.transaction(async (tx) => {
    await tablesOf(tx)
      .updateTable('conversations')
      .set((eb) => ({
        merged_into: eb.selectFrom('conversations').select('id').where('conversation_uuid', '=', uuid),
      }))
      .where('id', '=', id)
      .execute();
    const sending = reply();
    await until(async () => (await waiting()) === 1, { what: 'the reply at the lock' });
    return { sending };
  });

  expect((await replied.sending).status).toBe(202);
  expect(await messagesOf('staff')).toMatchObject([{ phone: '6281200000011' }]);
});
