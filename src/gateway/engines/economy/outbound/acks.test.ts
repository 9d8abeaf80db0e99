import type { BinaryNode } from 'baileys';
import { expect, test } from 'vitest';
import { REFUSALS, readAck } from './acks.ts';

const NOW = new Date('2025-01-01T00:00:00Z');
const clock = { now: () => NOW };

const ack = (attrs: BinaryNode['attrs']): BinaryNode => ({
  tag: 'ack',
  attrs: { class: 'message', id: 'A', t: '1735689600', ...attrs },
});

test('an ack without error means sent, at the time of the server', () => {
  expect(readAck(ack({}), clock)).toEqual({
    type: 'ack',
    waMessageId: 'A',
    at: new Date(1735689600000),
    error: null,
  });
});

test('an ack without time gets the current time', () => {
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

test('the table above has every known refusal', () => {
  expect(Object.keys(REFUSALS)).toHaveLength(12);
});

test('the ack of a receipt is not the ack of a message', () => {
  expect(readAck(ack({ class: 'receipt' }), clock)).toBeNull();
});
