import { afterAll, expect, test } from 'vitest';
import { CHAT_PHONE, openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound } from '../../../../test/harness/conversations.ts';
import { insertDevice, insertMessage } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { applyTrigger } from '../../../gateway/devices/device.ts';

const ctx = await testContext({ cleanup: afterAll });
const { shop, receive } = openChats(ctx, await openService(ctx));

async function chat() {
  const opened = await shop();
  const { api, uuid, device, messagesOf } = opened;
  const question = inbound(device, CHAT_PHONE, { body: 'Ada stok?' });
  await receive(question);
  const history = async () => (await api('GET', `/v1/conversations/${uuid}/messages`)).body.data;
  return {
    ...opened,
    question: { id: (await history())[0].id as number, wamid: question.message.waMessageId },
    history,
    /** Of the latest reply. */
    details: async () => (await messagesOf('staff')).at(-1)?.details,
  };
}

const sent = { status: 'sent', public_id: 900 } as const;

test('a message of the customer is quoted with its id and its text', async () => {
  const { reply, question, details, history } = await chat();

  const { status } = await reply({ quote: question.id });

  expect(status).toBe(202);
  const quote = { author: 'them', type: 'text', excerpt: 'Ada stok?' };
  expect(await details()).toEqual({ quote: { ...quote, id: question.wamid } });
  expect((await history())[0].quote).toEqual({ ...quote, wa_message_id: question.wamid, known: true });
});

test('our message is quoted, also one of an earlier device of the number', async () => {
  const { api, device, account, details } = await chat();
  const phoneNumber = '6281100000021';
  await applyTrigger(ctx, device.id, 'connected', { phoneNumber });
  await insertMessage(ctx, device, { ...sent, phone: CHAT_PHONE, body: 'Siap', wa_message_id: '3EB0OWN' });
  const next = await insertDevice(ctx, account);
  await applyTrigger(ctx, next.id, 'connected', { phoneNumber });
  await receive(inbound(next, CHAT_PHONE));
  const [{ id }] = (await api('GET', `/v1/conversations?device_uuid=${next.device_uuid}`)).body.data;

  const { status } = await api(
    ...(['POST', `/v1/conversations/${id}/messages`] as const),
    ...([{ body: 'Ya', quote: sent.public_id }, { 'idempotency-key': 'ya' }] as const),
  );

  expect(status).toBe(202);
  expect(await details()).toEqual({ quote: { id: '3EB0OWN', author: 'us', type: 'text', excerpt: 'Siap' } });
});

test('in a merged conversation a quote decides the number of the reply', async () => {
  const { api, device, reply, question, messagesOf } = await chat();
  const latest = '6281200000099';
  await receive(inbound(device, latest));
  const idOf = async (phone: string) =>
    (await api('GET', `/v1/conversations?phone=${phone}`)).body.data[0].person.id;
  // Of two messages in one second, the one of the first person counts as the latest.
  const merge = `/v1/people/${await idOf(latest)}/merge`;
  expect((await api('POST', merge, { person_id: await idOf(CHAT_PHONE) })).status).toBe(200);

  expect((await reply()).status).toBe(202);
  expect((await reply({ quote: question.id })).status).toBe(202);

  expect((await messagesOf('staff')).map(({ phone }) => phone)).toEqual([latest, CHAT_PHONE]);
});

test('a long text is quoted with its beginning', async () => {
  const { reply, device, details } = await chat();
  await insertMessage(ctx, device, {
    ...{ ...sent, phone: CHAT_PHONE, body: 'x'.repeat(5_000), wa_message_id: '3EB0LONG' },
  });

  await reply({ quote: sent.public_id });

  expect(await details()).toMatchObject({ quote: { excerpt: 'x'.repeat(200) } });
});

test.each([
  ['a message that waits', { status: 'queued', wa_message_id: null }, /is not sent yet/],
  ['a message that was never sent', { status: 'failed', wa_message_id: null }, /was never sent/],
  ['a message to another person', { phone: '6281200000099' }, /in the chat with another number/],
] as const)('%s cannot be quoted', async (_name, columns, text) => {
  const { reply, device, read, messagesOf } = await chat();
  await insertMessage(ctx, device, { ...sent, phone: CHAT_PHONE, wa_message_id: '3EB0', ...columns });

  const answer = await reply({ quote: sent.public_id });

  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual({ quote: [expect.stringMatching(text)] });
  expect(await messagesOf('staff')).toEqual([]);
  expect((await read()).owner_state).toBe('human_waiting');
});

test('a message of another account, and no message, cannot be quoted', async () => {
  const { reply } = await chat();
  const theirs = await chat();

  // The ids of the accounts are equal, so the id of a message that only the other account has is taken.
  await receive(inbound(theirs.device, CHAT_PHONE));
  const [latest] = await theirs.history();
  const answers = [await reply({ quote: latest.id }), await reply({ quote: Number.MAX_SAFE_INTEGER })];

  for (const { status, body } of answers) {
    expect(status).toBe(422);
    expect(body.errors).toEqual({ quote: ['is not the id of a message of this device'] });
  }
});

test('an edited message is quoted with its newest text, and an edit cannot be quoted', async () => {
  const { device, reply, question, details, history } = await chat();
  await receive(inbound(device, CHAT_PHONE, { body: 'Ada dua?', editOf: question.wamid }));
  const [edit] = await history();

  const refused = await reply({ quote: edit.id });

  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { quote: ['is the id of an edit: quote the message that it changes'] },
  ]);
  expect((await reply({ quote: question.id })).status).toBe(202);
  expect(await details()).toMatchObject({ quote: { id: question.wamid } });
});

test('a deleted message cannot be quoted', async () => {
  const { reply, question, device, account } = await chat();
  await ctx.pool.query(
    `insert into message_changes (account_id, device_id, phone, target_wa_message_id, wa_message_id, kind, from_me, at)
     values ($1, $2, $3, $4, 'deletion', 'deletion', false, now())`,
    [account.id, device.id, CHAT_PHONE, question.wamid],
  );

  const { status, body } = await reply({ quote: question.id });

  expect(status).toBe(422);
  expect(body.errors).toEqual({ quote: ['is the id of a deleted message'] });
});

test('a message of an earlier engine of the number cannot be quoted', async () => {
  const { reply, question, account } = await chat();
  const official = await insertDevice(ctx, account, { engine: 'official_cloud' });
  await tablesOf(ctx.db)
    .updateTable('channels')
    .set({ device_id: official.id })
    .where('account_id', '=', account.id)
    .execute();

  const { status, body } = await reply({ quote: question.id });

  expect(status).toBe(422);
  expect(body.errors).toEqual({ quote: ['is not the id of a message of this device'] });
});
