import { expect, test } from 'vitest';
import { eventsOf } from '../../../test/harness/events.ts';
import { CUSTOMER, OWNER } from '../../../test/harness/line.ts';
import { openPairedService } from '../../../test/harness/service.ts';
import type { Json } from '../../../test/harness/shop.ts';
import { until } from '../../../test/harness/until.ts';

const { line, shop } = await openPairedService();
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
