import { expect, test } from 'vitest';
import { resetOf } from './reset.ts';

test.each([
  ['2026-11', '2026-12-01T00:00:00.000Z'],
  ['2026-12', '2027-01-01T00:00:00.000Z'],
])('the figures of %s begin again at %s', (period, reset) => {
  expect(resetOf(period).toISOString()).toBe(reset);
});
