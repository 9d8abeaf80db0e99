import { expect, test } from 'vitest';
import { backoffMs, TIMING } from '../timing.ts';

test.each([
  [0, 0, 500],
  [0, 1, 1000],
  [1, 1, 2000],
  [3, 0.5, 6000],
  [5, 1, 32_000],
  [6, 1, 60_000],
  [6, 0, 30_000],
  [5000, 1, 60_000],
])('attempt %i with the die at %d waits %i ms', (attempt, die, ms) => {
  expect(backoffMs(attempt, TIMING, () => die)).toBe(ms);
});
