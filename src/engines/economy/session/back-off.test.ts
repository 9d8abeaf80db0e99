import { expect, test } from 'vitest';
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
  expect(backoffMs(attempt, TIMING, () => random)).toBe(ms);
});
