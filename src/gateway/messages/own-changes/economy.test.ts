import { expect, test } from 'vitest';
import { CUSTOMER, OWNER } from '../../../../test/harness/line.ts';
import { openPairedService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { until } from '../../../../test/harness/until.ts';

const { line, shop } = await openPairedService();
const { api } = shop;

let keys = 0;
async function call(path: string, body: object): Promise<Json> {
  const answer = await api('POST', path, body, { 'idempotency-key': `k-${++keys}` });
  expect(answer.status).toBe(202);
  await until(async () => (await api('GET', `/v1/messages/${answer.body.id}`)).body.status === 'delivered', {
    what: 'the delivery',
  });
  return answer.body;
}

test('an edit and a deletion reach the phone of the customer, and the thread shows them', async () => {
  await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text: 'Berapa?' });
  const chat = await until(async () => (await api('GET', '/v1/conversations')).body.data[0], {
    what: 'the conversation',
  });
  const { id } = await call('/v1/messages', {
    ...{ device_uuid: shop.deviceUuid, to: CUSTOMER, body: 'Harga Rp50.000' },
  });
  const wamid = (await line.sandbox.messagesOf(CUSTOMER)).at(-1)?.wa_message_id;

  const edit = await call(`/v1/messages/${id}/edit`, { body: 'Harga Rp45.000' });
  const deletion = await call(`/v1/messages/${id}/delete`, {});

  const changes = (await line.sandbox.messagesOf(CUSTOMER)).slice(-2);
  expect(changes).toMatchObject([
    { type: 'edit', text: 'Harga Rp45.000', target: wamid },
    { type: 'deletion', text: null, target: wamid },
  ]);
  expect([edit.type, deletion.type]).toEqual(['edit', 'deletion']);
  const { data } = (await api('GET', `/v1/conversations/${chat.id}/messages`)).body;
  expect(data.find((each: Json) => each.id === id)).toMatchObject({
    ...{ body: 'Harga Rp50.000', edits: [{ body: 'Harga Rp45.000' }], deleted_at: expect.any(String) },
  });
  const again = await api('POST', `/v1/messages/${id}/delete`, {}, { 'idempotency-key': 'lagi' });
  expect([again.status, again.body]).toEqual([
    422,
    { error: 'message_not_changeable', message: 'The id is the id of a deleted message.' },
  ]);
});
