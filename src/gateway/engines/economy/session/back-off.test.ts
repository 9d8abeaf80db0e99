import { expect, test } from 'vitest';
import { MINUTE } from '../../../../platform/lib/clock.ts';
import { TIMING } from '../timing.ts';
import { backoffMs } from './back-off.ts';

test.each([
  [0, 0, 500],
  [0, 1, 1000],
  [1, 1, 2000],
  [3, 0.5, 6000],
  [5, 1, 32_000],
  [6, 1, 60_000],
  [6, 0, 30_000],
  [5000, 1, 60_000],
])('attempt %i with random value %d waits %i ms', (attempt, random, ms) => {
  expect(backoffMs(attempt, TIMING, () => random, false)).toBe(ms);
});

test('without a network, no attempt of the first minutes is more than 10 seconds after the one before', () => {
  const waits = [...Array(60).keys()].map((attempt) => backoffMs(attempt, TIMING, () => 1, true));
  const sumUntil = (n: number) => waits.slice(0, n + 1).reduce((sum, ms) => sum + ms, 0);
  const early = waits.filter((_, n) => sumUntil(n) < 5 * MINUTE);

  expect(early.slice(0, 6)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  expect(Math.max(...early)).toBe(10_000);
  expect(waits.at(-1)).toBe(60_000);
});
