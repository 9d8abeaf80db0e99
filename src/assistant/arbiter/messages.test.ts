import { afterAll, expect, test, vi } from 'vitest';
import { automatedShop, ruleText } from '../../../test/harness/automation.ts';
import { testContext } from '../../../test/harness/context.ts';

const ctx = await testContext({ cleanup: afterAll });

test.each<[string, string, object, string | null]>([
  ['an order', '2 x K1; total 90,000 IDR', { kind: 'order', note: null }, '2 x K1; total 90,000 IDR'],
  ['answers of a form', 'Nama: Sari', { kind: 'answers', answers: [] }, 'Nama: Sari'],
  ['a question about a product', 'Ada?\nProduct: K1', { note: 'Ada?', product: {} }, 'Ada?\nProduct: K1'],
  ['a message of a business', 'Kode 123456', { kind: 'choices', choices: [] }, 'Kode 123456'],
  ['an unknown kind with words', 'Lihat ini', { kind: 'unknown' }, 'Lihat ini'],
  ['an unknown kind without words', '[unsupported message]', { kind: 'unknown' }, null],
  ['a contact card', 'Budi: 0812', { kind: 'contacts', contacts: [] }, null],
  ['a missed call', 'Missed voice call', { kind: 'call' }, null],
  ['a view-once message', 'View-once message: open it on the phone', { kind: 'view_once' }, null],
])('automations read the words of %s', async (_what, body, details, expected) => {
  const shop = await automatedShop(ctx);
  const choose = vi.fn<
    (chat: unknown, incoming: { text: string | null }) => Promise<ReturnType<typeof ruleText>>
  >(async () => ruleText('Jawaban'));
  await shop.send(body, details);

  await shop.decide({ rules: { choose, greeting: async () => null } });

  const read = choose.mock.calls.map(([, { text }]) => text);
  expect(read.filter((text) => text !== null)).toEqual(expected === null ? [] : [expected]);
});
