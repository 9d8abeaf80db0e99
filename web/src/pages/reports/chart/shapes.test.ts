import { expect, test } from 'vitest';
import { areaOf, pathOf, ticksOf } from './shapes.ts';

test.each([
  [[0], [0, 1]],
  [[3], [0, 1, 2, 3]],
  [
    [7, null, 2],
    [0, 2, 4, 6, 8],
  ],
  [[100], [0, 25, 50, 75, 100]],
  [[183], [0, 50, 100, 150, 200]],
  [
    [1.5, 0.5],
    [0, 0.5, 1, 1.5],
  ],
])('the axis of %j ends at a round number', (values, ticks) => {
  expect(ticksOf(values)).toEqual(ticks);
});

test('a line has gaps where there is no value, and a day alone is a dash', () => {
  expect(pathOf([1, 2, null, 4], 4)).toBe('M0.5 3L1.5 2M3 0h1');
  expect(areaOf([1, 2, null], 4)).toBe('M0.5 4L0.5 3L1.5 2V4Z');
});
