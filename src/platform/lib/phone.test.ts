import { expect, test } from 'vitest';
import { FieldErrors } from './errors.ts';
import { normalizePhone, storablePhone } from './phone.ts';

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

test.each(['1'.repeat(16), `00${'1'.repeat(16)}`, `08${'1'.repeat(13)}`, `62${'8'.repeat(20_000)}`])(
  'a number of more than 15 digits is none',
  (typed) => {
    expect(normalizePhone(typed, '62')).toBeNull();
  },
);

test('a long text of a customer is no number, without a long wait', () => {
  const texts = ['x', 'e5', '.1', '_1', ' ext', '@'].map((end) => `${'1'.repeat(250_000)}${end}`);

  expect(texts.map((text) => normalizePhone(text, '62'))).toEqual(texts.map(() => null));
});

test('15 digits after the prefix rules are a number', () => {
  const typed = ['1'.repeat(15), `00${'1'.repeat(15)}`, `08${'1'.repeat(12)}`];

  expect(typed.map((each) => normalizePhone(each, '62'))).toEqual([
    '1'.repeat(15),
    '1'.repeat(15),
    `628${'1'.repeat(12)}`,
  ]);
});

test.each(['ID.1234567890', 'US.ENT.1349a208655', ' ID.1234567890 '])(
  '%j is a user id, not a number',
  (typed) => {
    expect(normalizePhone(typed, '62')).toBeNull();
  },
);

test.each([
  '120363041234567@g.us',
  '6281234567890@lid',
  '6281234567890@broadcast',
  '120363041234567@newsletter',
  ' 081234567890@G.US ',
])('%j is the address of a chat, not a number', (typed) => {
  expect(normalizePhone(typed, '62')).toBeNull();
  expect(() => storablePhone(typed, '62')).toThrow(FieldErrors);
});

test.each([
  ['81234567890', '81234567890'],
  ['12345678', '12345678'],
  ['999999999999999', '999999999999999'],
  ['6281234567890@s.whatsapp.net', '6281234567890'],
  ['tel:+62-812-3456-7890', '6281234567890'],
])('%j is accepted in any format, and no numbering plan changes it', (typed, stored) => {
  expect(normalizePhone(typed, '62')).toBe(stored);
});
