import { expect, test } from 'vitest';
import { perDayOf, qualityOf } from './words.ts';

test.each([
  ['TIER_250', 250],
  ['TIER_2K', 2_000],
  ['tier_100k', 100_000],
  ['TIER_UNLIMITED', null],
  [2_000, 2_000],
  ['2000', 2_000],
  [-1, null],
  ['-1', null],
  ['TIER_NOT_SET', undefined],
  ['soon', undefined],
  [0, undefined],
  [2.5, undefined],
  [{}, undefined],
  [undefined, undefined],
])('the limit %j means %s people a day', (written, perDay) => {
  expect(perDayOf(written)).toBe(perDay);
});

test('other words for the quality mean that it is unknown', () => {
  expect(['GREEN', 'Yellow', 'RED', 'UNKNOWN', 'NA', 3].map(qualityOf)).toEqual([
    ...['green', 'yellow', 'red', null, null, null],
  ]);
});
