import { expect, test } from 'vitest';
import { normalizePhone, spellingsOf } from './phone.ts';

test.each([
  ['081234567890', '6281234567890'],
  ['+62 812-3456-7890', '6281234567890'],
  ['0062812345678', '62812345678'],
  ['6281234567890', '6281234567890'],
  ['02112345', '622112345'],
])('%s is stored as %s', (typed, stored) => {
  expect(normalizePhone(typed, '62')).toBe(stored);
});

test.each(['', 'abc', '1234567', '12-34'])('%j has too few digits', (typed) => {
  expect(normalizePhone(typed, '62')).toBeNull();
});

test.each(['ID.1234567890', 'US.ENT.1349a208655', ' ID.1234567890 '])(
  '%j is no number but an id',
  (typed) => {
    expect(normalizePhone(typed, '62')).toBeNull();
  },
);

test.each([
  ['Brazil, the ninth digit', '551187654321', '5511987654321'],
  ['Brazil, an old number that began with a 9', '553196883193', '5531996883193'],
  ['Mexico, the 1 of mobile numbers', '525512345678', '5215512345678'],
  ['Argentina, the 9 of mobile numbers', '541158749895', '5491158749895'],
])('both spellings mean the same person: %s', (_name, short, long) => {
  expect(spellingsOf(short)).toEqual([short, long]);
  expect(spellingsOf(long)).toEqual([short, long]);
});

test.each([
  ['a landline of Brazil', '551133334444'],
  ['nine digits in Brazil that never were eight', '5511943334444'],
  ['Indonesia', '6281234567890'],
  ['a number too long for Mexico', '52155123456789'],
  ['digits of another country in between', '155119876543'],
  ["a provider's id", 'BR.551187654321'],
  ['nothing', ''],
])('%s has one spelling', (_name, phone) => {
  expect(spellingsOf(phone)).toEqual([phone]);
});
