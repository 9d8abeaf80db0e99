import { expect, test } from 'vitest';
import { eventsOf } from '../../../../test/harness/events.ts';
import { CUSTOMER, OWNER } from '../../../../test/harness/line.ts';
import { insertMessages } from '../../../../test/harness/rows.ts';
import { openPairedService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';

const { line, shop, customer } = await openPairedService();
const { api } = shop;
const { sandbox } = line;

test('a customer writes, staff answers with a quote, and the phone of the customer shows both', async () => {
  const { body: question } = await sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, {
    to: OWNER,
    text: 'Ada stok?',
  });
  const chat = await until(async () => (await api('GET', '/v1/conversations')).body.data[0], {
    what: 'the conversation',
  });

  const { status, body } = await api(
    'POST',
    `/v1/conversations/${chat.id}/messages`,
    { body: 'Ada, Kak.', quote: chat.last_message.id, actor: 'Ani' },
    { 'idempotency-key': 'jawaban-1' },
  );

  expect(status).toBe(202);
  await until(async () => (await api('GET', `/v1/messages/${body.id}`)).body.status === 'delivered', {
    what: 'the delivery',
  });
  const answer = (await sandbox.messagesOf(CUSTOMER)).find(({ text }: Json) => text === 'Ada, Kak.');
  expect(answer).toMatchObject({ direction: 'in', from: OWNER });
  expect(answer?.quote).toMatchObject({ wa_message_id: question.wa_message_id });
  const { data } = (await api('GET', `/v1/conversations/${chat.id}/messages`)).body;
  expect(data.map(({ author, status }: Json) => `${author} ${status}`)).toEqual([
    'staff delivered',
    'customer received',
  ]);
  const events = await eventsOf(line.ctx, 'message.status');
  expect(events.map(({ message_id, status }) => [message_id, status])).toEqual([
    [body.id, 'sent'],
    [body.id, 'delivered'],
  ]);
  expect((await api('GET', `/v1/conversations/${chat.id}`)).body).toMatchObject({
    ...{ owner_state: 'human_active', owner_reason: 'inbox', unread: 0, waiting_since: null },
  });
});

/** A message of our side that the customer has, and messages that are not of this chat. */
async function chatWithAnswer() {
  const stranger = '6281234567899';
  await sandbox.post('/sandbox/phones', { number: stranger });
  await line.send(shop.deviceUuid, 'Harga Rp500.000', CUSTOMER);
  await line.send(shop.deviceUuid, 'Khusus Anda Rp1.000', stranger);
  const idAt = (number: string, text: string) =>
    until(
      async () => (await sandbox.messagesOf(number)).find((each: Json) => each.text === text)?.wa_message_id,
      {
        what: text,
      },
    );
  const other = await customer();
  const [device] = await tablesOf(line.ctx.db)
    .selectFrom('devices')
    .select(['id', 'account_id'])
    .where('device_uuid', '=', other.deviceUuid)
    .execute();
  const foreign = { status: 'sent', phone: CUSTOMER, body: 'Rahasia', reserved_wa_id: 'FOREIGN' } as const;
  await insertMessages(line.ctx, device as NonNullable<typeof device>, [foreign]);
  return {
    ours: await idAt(CUSTOMER, 'Harga Rp500.000'),
    elsewhere: await idAt(stranger, 'Khusus Anda Rp1.000'),
    foreign: foreign.reserved_wa_id,
    /** As staff sees the message with this quote. */
    quoting: async (text: string, quote: object) => {
      await sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text, ...quote });
      return until(
        async () => {
          const { data } = (await api('GET', '/v1/conversations')).body;
          const { id } = data.find(({ person }: Json) => person.phone === CUSTOMER);
          const messages = (await api('GET', `/v1/conversations/${id}/messages`)).body.data;
          return messages.find(({ body }: Json) => body === text)?.quote;
        },
        { what: `the message "${text}"` },
      );
    },
  };
}

test('a customer cannot put words into our mouth by a quote', async () => {
  const { ours, elsewhere, foreign, quoting } = await chatWithAnswer();
  const forged = (wa_message_id: string, author: string, text: string) => ({
    forged_quote: { wa_message_id, author, text },
  });
  const real = { wa_message_id: ours, author: 'us', type: 'text', excerpt: 'Harga Rp500.000', known: true };
  const unknown = { author: 'them', type: null, known: false };

  expect(await quoting('asli', { quote: ours })).toEqual(real);
  expect(await quoting('teks palsu', forged(ours, OWNER, 'Gratis!'))).toEqual(real);
  expect(await quoting('penulis palsu', forged(ours, CUSTOMER, 'Gratis!'))).toEqual(real);
  for (const id of ['3EB0INVENTED', elsewhere, foreign]) {
    expect(await quoting(`id ${id}`, forged(id, OWNER, 'Gratis!'))).toEqual({
      ...unknown,
      ...{ wa_message_id: id, excerpt: 'Gratis!' },
    });
  }
});

test('a text without end is cut with a mark, in the history and in the event alike', async () => {
  const text = `panjang ${'👋'.repeat(70_000)}`;
  const { body: sent } = await sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text });
  const of = ({ wa_message_id }: Json) => wa_message_id === sent.wa_message_id;
  const event = await until(async () => (await eventsOf(line.ctx, 'message.received')).find(of), {
    what: 'the event',
  });
  const { data } = (await api('GET', `/v1/conversations?q=${CUSTOMER}`)).body;

  const messages = (await api('GET', `/v1/conversations/${data[0].id}/messages`)).body.data;

  const cut = `panjang ${'👋'.repeat(65_536 - 'panjang '.length - 4)} […]`;
  expect(event?.body).toBe(cut);
  expect(messages.find(of).body).toBe(cut);
});
