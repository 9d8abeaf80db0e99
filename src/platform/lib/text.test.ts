import { expect, test } from 'vitest';
import { apiString, codePoints, cutWithMark, isUuid, requiredString, toStorable } from './text.ts';

test.each(['a\0b', '\ud800', 'x\udc00y'])('%j is refused, because PostgreSQL cannot store it', (text) => {
  expect(apiString().safeParse(text).success).toBe(false);
});

test.each(['Halo 👋🏽', 'baris\nbaru', '', '\u202e'])('%j is accepted', (text) => {
  expect(apiString().safeParse(text).success).toBe(true);
});

test('length counts code points, not UTF-16 units', () => {
  expect(codePoints('👋🏽é')).toBe(3);
  expect(requiredString(3).safeParse('👋👋👋').success).toBe(true);
  expect(requiredString(3).safeParse('abcd').success).toBe(false);
});

test.each([
  ['5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11', true],
  ['5F0C3F2E-8F0A-4B1E-9A64-0C2F5A1D7E11', true],
  ['5f0c3f2e8f0a4b1e9a640c2f5a1d7e11', false],
  ['5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11\n', false],
  ['', false],
])('isUuid(%j) is %j', (text, expected) => {
  expect(isUuid(text)).toBe(expected);
});

test('white space alone is not enough for a required string', () => {
  expect(requiredString().safeParse(' \n\t').success).toBe(false);
});

test('text that cannot be refused becomes storable', () => {
  expect(toStorable('a\0b\ud800c')).toBe('a\uFFFDb\uFFFDc');
});

test.each([
  ['abcdefgh', 8, 'abcdefgh'],
  ['👋'.repeat(8), 8, '👋'.repeat(8)],
  ['👋'.repeat(9), 8, `${'👋'.repeat(4)} […]`],
  ['a\0b\ud800cdefgh', 8, 'a\uFFFDb\uFFFD […]'],
  ['\ud800'.repeat(9), 8, `${'\uFFFD'.repeat(4)} […]`],
])('%j with at most %i characters is %j', (text, max, expected) => {
  expect(cutWithMark(text, max)).toBe(expected);
});
