import { expect, test } from 'vitest';
import { nextAttempt } from './retry-plan.ts';

const now = new Date('2026-01-01T00:00:00Z');

test.each([
  [0, 5],
  [1, 30],
  [2, 120],
  [3, 600],
  [4, 1800],
])('after %i earlier failures the next attempt comes in %i s', (attempts, seconds) => {
  expect(nextAttempt(attempts, now)).toEqual(new Date(now.getTime() + seconds * 1000));
});

test('after five failures there is no further attempt', () => {
  expect(nextAttempt(5, now)).toBeNull();
});

test.each([
  [0, 30],
  [1, 600],
])('with few attempts, after %i earlier failures the next comes in %i s', (attempts, seconds) => {
  expect(nextAttempt(attempts, now, true)).toEqual(new Date(now.getTime() + seconds * 1000));
});

test('with few attempts, there is none after two failures', () => {
  expect([2, 3, 4].map((attempts) => nextAttempt(attempts, now, true))).toEqual([null, null, null]);
});
