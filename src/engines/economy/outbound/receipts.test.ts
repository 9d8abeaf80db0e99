import type { BinaryNode } from 'baileys';
import { expect, test } from 'vitest';
import { REFUSALS, readAck, readReceipts } from './receipts.ts';

const NOW = new Date('2025-01-01T00:00:00Z');
const clock = { now: () => NOW };
const T = '1735689600';

const ack = (attrs: BinaryNode['attrs']): BinaryNode => ({
  tag: 'ack',
  attrs: { class: 'message', id: 'A', t: T, ...attrs },
});
const receipt = (attrs: BinaryNode['attrs'], content?: BinaryNode['content']): BinaryNode => ({
  tag: 'receipt',
  attrs: { id: 'A', from: '6281@s.whatsapp.net', t: T, ...attrs },
  ...(content && { content }),
});

test('an ack without error means sent, at the time of the server', () => {
  expect(readAck(ack({}), clock)).toEqual({
    type: 'ack',
    waMessageId: 'A',
    at: new Date(1735689600000),
    error: null,
  });
});

test('an ack without time happened now', () => {
  const { t: _, ...attrs } = ack({}).attrs;

  expect(readAck({ tag: 'ack', attrs }, clock)?.at).toEqual(NOW);
});

test.each([
  ['400', 'rejected', true],
  ['401', 'not_allowed', true],
  ['403', 'not_allowed', true],
  ['404', 'not_on_whatsapp', true],
  ['405', 'rejected', true],
  ['406', 'rejected', true],
  ['408', 'provider_error', false],
  ['429', 'provider_rate_limited', false],
  ['463', 'reach_out_locked', false],
  ['479', 'stale_session', false],
  ['500', 'provider_error', false],
  ['503', 'provider_error', false],
  ['777', 'provider_error', false],
])('error %s is %s, permanent: %s', (error, code, permanent) => {
  expect(readAck(ack({ error }), clock)?.error).toMatchObject({ code, permanent });
});

test('every known refusal is in the table above', () => {
  expect(Object.keys(REFUSALS)).toHaveLength(12);
});

test('an ack of a receipt is no ack of a message', () => {
  expect(readAck(ack({ class: 'receipt' }), clock)).toBeNull();
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
  { from: '17-1@g.us' },
  { from: 'status@broadcast' },
])('receipt %j says nothing about our messages', (attrs) => {
  expect(readReceipts(receipt(attrs), clock)).toEqual([]);
});

test('one receipt may speak of many messages', () => {
  const items = ['B', 'C', 'A'].map((id) => ({ tag: 'item', attrs: { id } }));

  const receipts = readReceipts(
    receipt({ type: 'read' }, [{ tag: 'list', attrs: {}, content: items }]),
    clock,
  );

  expect(receipts.map(({ waMessageId }) => waMessageId)).toEqual(['A', 'B', 'C']);
});
