import { expect, test } from 'vitest';
import { DEFAULT_BEHAVIOUR, type Status } from '../behaviour.ts';
import type { Fault } from '../faults.ts';
import { planSteps, type Refusal } from './ladder.ts';

type Trouble = Pick<Fault, 'webhook' | 'delay_ms'>;

const noTrouble = () => null;
const short = (
  behaviour: object,
  refusal: Refusal | null,
  troubleOf: (status: Status) => Trouble | null = noTrouble,
) =>
  planSteps({ ...DEFAULT_BEHAVIOUR, ...behaviour }, refusal, troubleOf).map(
    ({ status, afterMs }) => `${status} ${afterMs}`,
  );
const on = (status: Status, webhook: Trouble['webhook'], delay_ms?: number) => (asked: Status) =>
  asked === status ? { webhook, delay_ms } : null;

test.each([
  ['by itself', {}, ['sent 10', 'delivered 30']],
  ['with a reader', { read_after_ms: 50 }, ['sent 10', 'delivered 30', 'read 50']],
  ['with an open chat', { delivered_after_ms: null, read_after_ms: 50 }, ['sent 10', 'read 50']],
  ['in silence', { sent_after_ms: null, delivered_after_ms: null }, []],
  ['backwards', { read_after_ms: 50, status_order: 'reversed' }, ['read 10', 'delivered 30', 'sent 50']],
  ['twice', { status_copies: 2 }, ['sent 10', 'sent 10', 'delivered 30', 'delivered 30']],
  ['at once', { sent_after_ms: 0, delivered_after_ms: 0 }, ['sent 0', 'delivered 0']],
])('a message is reported %s', (_name, behaviour, expected) => {
  expect(short(behaviour, null)).toEqual(expected);
});

test.each([
  ['accepted', ['failed 10']],
  ['sent', ['sent 10', 'failed 30']],
  ['delivered', ['sent 10', 'delivered 30', 'failed 50']],
] as const)('a message fails after it was %s', (after, expected) => {
  expect(short({}, { code: 131026, after })).toEqual(expected);
});

test.each([
  ['lost', on('sent', 'lose'), ['delivered 30']],
  ['duplicated', on('delivered', 'duplicate'), ['sent 10', 'delivered 30', 'delivered 50']],
  ['late', on('sent', 'delay', 100), ['delivered 30', 'sent 110']],
  ['behind the others', on('sent', 'reorder'), ['delivered 30', 'sent 50']],
])('a report is %s', (_name, troubleOf, expected) => {
  expect(short({}, null, troubleOf)).toEqual(expected);
});

test('trouble is asked for once a status, in the natural order', () => {
  const asked: Status[] = [];

  short({ status_order: 'reversed', status_copies: 3, read_after_ms: 50 }, null, (status) => {
    asked.push(status);
    return null;
  });

  expect(asked).toEqual(['sent', 'delivered', 'read']);
});
