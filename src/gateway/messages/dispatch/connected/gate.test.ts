import { expect, test } from 'vitest';
import { MINUTE, SECOND } from '../../../../platform/lib/clock.ts';
import { Gate } from './gate.ts';

test('a pause stops all messages, for at most half an hour', () => {
  const gate = new Gate();

  gate.pause(0, 2 * SECOND);
  const during = [gate.isOpen(1_999), gate.capacity(1_999), gate.waitMs(500), gate.tryAdmit(1, 1_999)];
  const after = [gate.isOpen(2_000), gate.capacity(2_000), gate.tryAdmit(1, 2_000), gate.tryAdmit(2, 2_000)];
  gate.pause(2_000, 24 * 60 * MINUTE);

  expect([during, after]).toEqual([
    [false, 0, 1_500, false],
    [true, Number.POSITIVE_INFINITY, true, true],
  ]);
  expect(gate.waitMs(2_000)).toBe(30 * MINUTE);
});

test('after the wait of a restriction, one message at a time passes until the release', () => {
  const gate = new Gate();
  gate.restrict(0, 10 * MINUTE);
  const at = 10 * MINUTE;
  const may = () => [gate.isOpen(at), gate.capacity(at), gate.tryAdmit(1, at), gate.tryAdmit(2, at)];

  const early = [gate.capacity(at - 1), gate.tryAdmit(1, at - 1)];
  const [one, other] = [gate.capacity(at), may()];
  gate.freeCandidate(1);
  const next = [gate.tryAdmit(2, at), gate.tryAdmit(1, at)];
  gate.accepted(2, at);
  gate.freeCandidate(2);
  const taken = may();
  gate.release();

  expect([early, one, other, next]).toEqual([[0, false], 1, [false, 1, true, false], [true, false]]);
  expect(taken).toEqual([false, 0, false, false]);
  expect(may()).toEqual([true, Number.POSITIVE_INFINITY, true, true]);
});
