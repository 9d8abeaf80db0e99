import { afterAll, expect, test } from 'vitest';
import { CHAT_PHONE, openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound } from '../../../../test/harness/conversations.ts';
import { insertMessage } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { shop, receive } = openChats(ctx, service);

type Chat = Awaited<ReturnType<typeof shop>>;

const newestOf = async ({ api, uuid }: Chat): Promise<number> =>
  (await api('GET', `/v1/conversations/${uuid}/messages?limit=1`)).body.data[0].id;

test('an answer of another person is shown before the reply is sent', async () => {
  const chat = await shop();
  const seen_message_id = await newestOf(chat);
  const first = await chat.reply({ body: 'Ada, Kak.', actor: 'Ani', seen_message_id });

  const key = { 'idempotency-key': 'answer-of-budi' };
  const refused = await chat.reply({ body: 'Masih ada.', actor: 'Budi', seen_message_id }, key);
  const stored = await chat.messagesOf('staff');
  const aware = { body: 'Masih ada.', actor: 'Budi', seen_message_id: refused.body.messages[0].id };
  const sent = await chat.reply(aware, key);

  expect(refused).toMatchObject({
    status: 409,
    body: {
      error: 'answered_meanwhile',
      messages: [{ id: first.body.id, author: 'staff', actor: 'Ani', body: 'Ada, Kak.' }],
    },
  });
  expect(stored).toHaveLength(1);
  expect(sent.status).toBe(202);
});

test('what the writer wrote, what the customer wrote and what no customer gets is no answer of others', async () => {
  const chat = await shop();
  const { reply, device, send } = chat;
  const seen_message_id = await newestOf(chat);
  await reply({ actor: 'Budi', seen_message_id });
  await receive(inbound(device, CHAT_PHONE));
  await send({ device_uuid: device.device_uuid, to: CHAT_PHONE });
  const of = { phone: CHAT_PHONE };
  await insertMessage(ctx, device, { ...of, source: 'staff', status: 'failed' });
  await insertMessage(ctx, device, { ...of, source: 'bot', status: 'queued' });
  const automation = JSON.stringify({ phone_automation: true });
  await insertMessage(ctx, device, { ...of, source: 'phone', status: 'sent', details: automation });

  expect((await reply({ actor: 'Budi', seen_message_id })).status).toBe(202);
});

test.each([
  { of: 'the phone', columns: { source: 'phone', status: 'sent' } },
  { of: 'the automation that is sent', columns: { source: 'bot', status: 'sent' } },
  {
    of: 'the automation that is on its way',
    columns: { source: 'bot', maybe_written: true, reserved_wa_id: 'x' },
  },
  { of: 'a caller without a name', columns: { source: 'staff', status: 'queued' } },
] as const)('an answer of $of is one of others', async ({ columns }) => {
  const chat = await shop();
  const seen_message_id = await newestOf(chat);
  await insertMessage(ctx, chat.device, { phone: CHAT_PHONE, public_id: 9_000, ...columns });

  const refused = await chat.reply({ seen_message_id });

  expect(refused.body.messages.map(({ id }: Json) => id)).toEqual([9_000]);
  expect((await chat.reply({ seen_message_id: 9_000 })).status).toBe(202);
});

test('of ten people who answer the same message at once, one answers', async () => {
  const chat = await shop();
  const seen_message_id = await newestOf(chat);

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => chat.reply({ actor: `Staf ${n}`, seen_message_id })),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)]);
  expect(await chat.messagesOf('staff')).toHaveLength(1);
});

test('a repeated key gives the first answer, also when others have answered since', async () => {
  const chat = await shop();
  const key = { 'idempotency-key': 'order-17' };
  const mine = { actor: 'Ani', seen_message_id: await newestOf(chat) };
  const first = await chat.reply(mine, key);
  await chat.reply({ actor: 'Budi' });

  const repeated = await chat.reply(mine, key);

  expect([repeated.status, repeated.body.id]).toEqual([202, first.body.id]);
});

test('at most ten answers are shown, the newest first and shortened; 0 means that nothing was seen', async () => {
  const chat = await shop();
  for (let n = 0; n < 12; n += 1) await chat.reply({ body: `${n} ${'x'.repeat(1_000)}`, actor: 'Ani' });

  const { status, body } = await chat.reply({ seen_message_id: 0 });

  expect(status).toBe(409);
  expect(body.messages.map(({ body }: Json) => Number.parseInt(body, 10))).toEqual([
    ...[11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
  ]);
  expect(body.messages[0].body).toHaveLength(500);
});

test('a message of another conversation was not seen in this one', async () => {
  const chat = await shop();
  const other = await newestOf(await shop());

  for (const seen_message_id of [other + 100, -1, 1.5, 'x']) {
    const { status, body } = await chat.reply({ seen_message_id });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['seen_message_id']]);
  }
});
