import { expect, test } from 'vitest';
import { apiString, codePoints, requiredString, toStorable } from './text.ts';

test.each(['a\0b', '\ud800', 'x\udc00y'])('%j is refused, for it cannot be stored', (text) => {
  expect(apiString().safeParse(text).success).toBe(false);
});

test.each(['Halo 👋🏽', 'baris\nbaru', '', '\u202e'])('%j is a string like any other', (text) => {
  expect(apiString().safeParse(text).success).toBe(true);
});

test('length counts code points, not UTF-16 units', () => {
  expect(codePoints('👋🏽é')).toBe(3);
  expect(requiredString(3).safeParse('👋👋👋').success).toBe(true);
  expect(requiredString(3).safeParse('abcd').success).toBe(false);
});

test('only white space says nothing', () => {
  expect(requiredString().safeParse(' \n\t').success).toBe(false);
});

test('text from elsewhere becomes storable', () => {
  expect(toStorable('a\0b\ud800c')).toBe('a\uFFFDb\uFFFDc');
});
