import { expect, test } from 'vitest';
import { isUpset } from './word-lists.ts';

test.each([
  ['baju saya hilang!!', true],
  ['BAJU SAYA HILANG', true],
  ['my parcel is lost! !', true],
  ['baju saya hilang', false],
  ['kalau baju hilang bagaimana?', false],
  ['makasih banyak kak!!', false],
  ['COD', false],
])('%s is harm that an upset customer reports: %s', (text, expected) => {
  expect(isUpset(text, null)).toBe(expected);
});

test('an account with its own words of complaints decides by them alone', () => {
  expect(isUpset('baju saya hilang!!', ['kecewa'])).toBe(false);
});
