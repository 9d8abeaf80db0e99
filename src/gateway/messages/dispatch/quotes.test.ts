import { expect, test } from 'vitest';
import { PHONE_ID } from '../../../../sandbox/graph/test-cloud.ts';
import { openOfficialLine } from '../../../../test/harness/official-line.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import type { Quote } from '../../engines/engine.ts';

const QUOTE: Quote = { id: 'wamid.asked', author: 'them', type: 'text', excerpt: 'Ada stok?' };

test('a quote passes through the queue, also when its message is sent again', async () => {
  const line = await openOfficialLine();
  await line.cloud.post('/sandbox/cloud/faults', { code: 131056, retry_after_seconds: 1, count: 1 });

  const id = await line.send('Ada, Kak.', { details: { quote: QUOTE } });
  await line.settled(id, 'sent');
  const plain = await line.send('Silakan.');
  await line.settled(plain, 'sent');

  const { body: requests } = await line.cloud.get('/sandbox/cloud/requests?call=messages');
  expect(requests.data.map((entry: Json) => [entry.code, entry.body.context ?? null])).toEqual([
    [131056, { message_id: QUOTE.id }],
    [null, { message_id: QUOTE.id }],
    [null, null],
  ]);
  const { body: chat } = await line.cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages?direction=out`);
  expect(chat.data.map(({ payload }: Json) => payload.context ?? null)).toEqual([
    { message_id: QUOTE.id },
    null,
  ]);
});
