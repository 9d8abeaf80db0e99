import { expect, test } from 'vitest';
import { marketNamed, marketsOf } from './countries.ts';

test.each([
  ['62', ['Indonesia']],
  ['1', ['United States', 'North America']],
  ['1809', ['Dominican Republic', 'Rest of Latin America']],
  ['1242', ['Bahamas', 'Other']],
  ['7', ['Russia']],
  ['77', ['Kazakhstan', 'Other']],
  ['90', ['Turkey']],
  ['48', ['Poland', 'Rest of Central & Eastern Europe']],
  ['212', ['Morocco', 'Rest of Africa']],
  ['BR', ['Brazil']],
  ['', ['Other']],
])('the calling code %s is of %j', (code, markets) => {
  expect(marketsOf(code)).toEqual(markets);
});

test.each([
  [' rest of  africa ', 'Rest of Africa'],
  ['INDONESIA', 'Indonesia'],
  ['tr', 'Turkey'],
  ['Türkiye', 'Turkey'],
  ['Other', 'Other'],
  ['', null],
  ['Atlantis', null],
])('a rate for "%s" is for %s', (text, market) => {
  expect(marketNamed(text)).toBe(market);
});
