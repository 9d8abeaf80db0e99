import type { BinaryNode } from 'baileys';
import { expect, test } from 'vitest';
import { readReceipts } from './receipts.ts';

const clock = { now: () => new Date('2025-01-01T00:00:00Z') };

const receipt = (attrs: BinaryNode['attrs'], content?: BinaryNode['content']): BinaryNode => ({
  tag: 'receipt',
  attrs: { id: 'A', from: '6281@s.whatsapp.net', t: '1735689600', ...attrs },
  ...(content && { content }),
});

test.each([
  [{}, 'delivered'],
  [{ type: 'inactive' }, 'delivered'],
  [{ type: 'read' }, 'read'],
  [{ type: 'played' }, 'read'],
  [{ from: '222@lid' }, 'delivered'],
])('receipt %j means %s', (attrs, status) => {
  expect(readReceipts(receipt(attrs), clock)).toEqual([
    { type: 'receipt', waMessageId: 'A', status, at: new Date(1735689600000) },
  ]);
});

test.each([
  { type: 'read-self' },
  { type: 'retry' },
  { type: 'sender' },
  { type: 'server-error' },
  { recipient: '6282@s.whatsapp.net' },
  { from: 'status@broadcast' },
])('receipt %j confirms no sent message', (attrs) => {
  expect(readReceipts(receipt(attrs), clock)).toEqual([]);
});

test('one receipt can confirm several messages', () => {
  const items = ['B', 'C', 'A'].map((id) => ({ tag: 'item', attrs: { id } }));

  const receipts = readReceipts(
    receipt({ type: 'read' }, [{ tag: 'list', attrs: {}, content: items }]),
    clock,
  );

  expect(receipts.map(({ waMessageId }) => waMessageId)).toEqual(['A', 'B', 'C']);
});
