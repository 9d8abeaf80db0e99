import { expect, test } from 'vitest';
import { spellingsOf } from './phone-spellings.ts';

test.each([
  ['Brazil, the ninth digit', '551187654321', '5511987654321'],
  ['Brazil, an old number that began with a 9', '553196883193', '5531996883193'],
  ['Mexico, the 1 of mobile numbers', '525512345678', '5215512345678'],
  ['Argentina, the 9 of mobile numbers', '541158749895', '5491158749895'],
])('both spellings of a number give the same list: %s', (_name, short, long) => {
  expect(spellingsOf(short)).toEqual([short, long]);
  expect(spellingsOf(long)).toEqual([short, long]);
});

test.each([
  ['a landline of Brazil', '551133334444'],
  ['a mobile number of Brazil that never had eight digits', '5511943334444'],
  ['Indonesia', '6281234567890'],
  ['a number too long for Mexico', '52155123456789'],
  ['digits of Brazil in the middle', '155119876543'],
  ["a provider's id", 'BR.551187654321'],
  ['an empty text', ''],
])('%s has one spelling', (_name, phone) => {
  expect(spellingsOf(phone)).toEqual([phone]);
});
