import { expect, test } from 'vitest';
import { DEFAULT_BEHAVIOUR, type Status } from '../behaviour.ts';
import type { Fault } from '../faults.ts';
import { type LateFailure, planStatuses } from './status-plan.ts';

type WebhookFault = Pick<Fault, 'webhook' | 'delay_ms'>;

const noFault = () => null;
const short = (
  behaviour: object,
  failure: LateFailure | null,
  faultOf: (status: Status) => WebhookFault | null = noFault,
) =>
  planStatuses({ ...DEFAULT_BEHAVIOUR, ...behaviour }, failure, faultOf).map(
    ({ status, afterMs }) => `${status} ${afterMs}`,
  );
const on = (status: Status, webhook: WebhookFault['webhook'], delay_ms?: number) => (asked: Status) =>
  asked === status ? { webhook, delay_ms } : null;

test.each([
  ['by default', {}, ['sent 10', 'delivered 30']],
  ['with read', { read_after_ms: 50 }, ['sent 10', 'delivered 30', 'read 50']],
  ['without delivered', { delivered_after_ms: null, read_after_ms: 50 }, ['sent 10', 'read 50']],
  ['without any status', { sent_after_ms: null, delivered_after_ms: null }, []],
  [
    'in reverse order',
    { read_after_ms: 50, status_order: 'reversed' },
    ['read 10', 'delivered 30', 'sent 50'],
  ],
  ['with copies', { status_copies: 2 }, ['sent 10', 'sent 10', 'delivered 30', 'delivered 30']],
  ['without delays', { sent_after_ms: 0, delivered_after_ms: 0 }, ['sent 0', 'delivered 0']],
])('plans statuses %s', (_name, behaviour, expected) => {
  expect(short(behaviour, null)).toEqual(expected);
});

test.each([
  ['accepted', ['failed 10']],
  ['sent', ['sent 10', 'failed 30']],
  ['delivered', ['sent 10', 'delivered 30', 'failed 50']],
] as const)('a message fails after the status %s', (after, expected) => {
  expect(short({}, { code: 131026, after })).toEqual(expected);
});

test.each([
  ['lost', on('sent', 'lose'), ['delivered 30']],
  ['duplicated', on('delivered', 'duplicate'), ['sent 10', 'delivered 30', 'delivered 50']],
  ['delayed', on('sent', 'delay', 100), ['delivered 30', 'sent 110']],
  ['reordered', on('sent', 'reorder'), ['delivered 30', 'sent 50']],
])('a status is %s', (_name, faultOf, expected) => {
  expect(short({}, null, faultOf)).toEqual(expected);
});

test('faults are matched once per status, in natural order', () => {
  const asked: Status[] = [];

  short({ status_order: 'reversed', status_copies: 3, read_after_ms: 50 }, null, (status) => {
    asked.push(status);
    return null;
  });

  expect(asked).toEqual(['sent', 'delivered', 'read']);
});
