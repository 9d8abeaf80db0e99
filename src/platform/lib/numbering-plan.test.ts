import { expect, test } from 'vitest';
import { advise as adviseOn } from './numbering-plan.ts';
import { normalizePhone } from './phone.ts';

const SHOP = '6281100000001';
const advise = (text: string, homePhone: string | null = SHOP) =>
  adviseOn({ text, phone: normalizePhone(text, '62') ?? '', homePhone, homeCode: '62' });

test.each([
  ['6281234567890', 'ID'],
  ['+62 812-3456-7890', 'ID'],
  ['62212345678', 'ID'],
  ['4915112345678', 'DE'],
  ['+81 234567890', 'JP'],
  ['tel: 6281234567890', 'ID'],
  ['6281234567890@s.whatsapp.net', 'ID'],
])('%s is a plausible number of %s', (text, country) => {
  expect(advise(text)).toEqual({ country, plausible: true, hint: null, local: null });
});

test('a Brazilian mobile number is plausible with and without its 9', () => {
  const advices = ['5511987654321', '551187654321'].map((text) => advise(text));

  expect(advices).toEqual([
    { country: 'BR', plausible: true, hint: null, local: null },
    { country: 'BR', plausible: true, hint: null, local: null },
  ]);
});

test.each([
  ['81234567890', 'JP', 'Indonesia', '6281234567890', ' As it is, it is a number of +81 (Japan).'],
  ['85712345678', null, 'Indonesia', '6285712345678', ''],
])('%s looks like a number without its country code', (text, country, name, number, more) => {
  expect(advise(text)).toEqual({
    ...{ country, plausible: false, local: { phone: number, country: 'ID' } },
    hint: `${text} looks like a local number (${name}) without its country code: ${number}.${more}`,
  });
});

test('a plus says that the country code is there', () => {
  expect(advise('+81322223333')).toMatchObject({ country: 'JP', plausible: true, hint: null, local: null });
  expect(advise('+85712345678')).toMatchObject({ plausible: false, local: null });
});

test('a number of two countries is plausible, with a hint', () => {
  expect(advise('82112345678')).toMatchObject({
    ...{ country: 'KR', plausible: true },
    hint: expect.stringContaining('without its country code: 6282112345678. As it is, it is a number of +82'),
  });
});

test('the country of the device decides what is local', () => {
  expect(advise('15112345678', '4915112345678')).toMatchObject({
    plausible: false,
    hint: '15112345678 looks like a local number (Germany) without its country code: 4915112345678.',
  });
  expect(advise('9123456789', '919812345678')).toMatchObject({
    hint: expect.stringContaining('without its country code: 919123456789.'),
  });
  expect(advise('81234567890', null)).toEqual(advise('81234567890'));
  expect(advise('15112345678')).toMatchObject({
    plausible: false,
    hint: expect.stringContaining('does not fit'),
  });
});

test.each([
  ['62811234', '62811234 does not fit the numbers of +62 (Indonesia). Check its digits.'],
  ['999999999999999', 'No country code begins the number 999999999999999.'],
])('%s is in no plan', (text, hint) => {
  expect(advise(text)).toMatchObject({ plausible: false, hint });
});

test('letters between digits say that some may belong to no number', () => {
  const hint = 'All digits of the text count as the number: 628123456789.';

  expect(advise('62812345678 lantai 9')).toMatchObject({ plausible: false, hint });
});

test.each([
  ['+62 0812-3456-7890', 'ID'],
  ['+44 (0)7911 123456', 'GG'],
  ['62812345678 ext 12', 'ID'],
  ['6281234567890:12@s.whatsapp.net', 'ID'],
  ['6281234567890.0', 'ID'],
  ['\u202a+62 812\u20113456\u20117890\u202c', 'ID'],
])('%j is judged by the digits that are sent', (text, country) => {
  expect(advise(text)).toEqual({ country, plausible: true, hint: null, local: null });
});

test.each(['62081', '+7 8 9123', '+390347123'])('%s has no number without its 0 either', (text) => {
  expect(advise(`${text}45`)).toMatchObject({ plausible: false });
});
