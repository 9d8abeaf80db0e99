import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { normalizePhone } from './phone.ts';

/** As people of these countries write them, in an account of Indonesia. The right side is their E.164 form. */
test.each([
  // Indonesia
  ['+62 0812-3456-7890', '6281234567890'],
  ['+62 (0) 812 3456 7890', '6281234567890'],
  ['+62 (0812) 3456-7890', '6281234567890'],
  ['0062 0812 3456 7890', '6281234567890'],
  ['6208123456789', '628123456789'],
  ['+62 (021) 5550-1234', '622155501234'],
  ['(0274) 512-345', '62274512345'],
  // United Kingdom
  ['+44 (0)7911 123456', '447911123456'],
  ['+44 07911 123456', '447911123456'],
  ['0044 (0)20 7946 0958', '442079460958'],
  // United Arab Emirates, Saudi Arabia, Egypt
  ['+971 050 123 4567', '971501234567'],
  ['+966 (0)55 123 4567', '966551234567'],
  ['+20 010 0123 4567', '201001234567'],
  // Malaysia, Philippines, Thailand, Vietnam
  ['+60 012-345 6789', '60123456789'],
  ['+63 0917 123 4567', '639171234567'],
  ['+66 081 234 5678', '66812345678'],
  ['+84 0912 345 678', '84912345678'],
  // India, Pakistan, Bangladesh, Sri Lanka
  ['+91 098765 43210', '919876543210'],
  ['+92 0300 1234567', '923001234567'],
  ['+880 01712-345678', '8801712345678'],
  ['+94 071 234 5678', '94712345678'],
  // Germany, France, Netherlands, Belgium, Switzerland, Austria
  ['+49 (0)1512 3456789', '4915123456789'],
  ['+49 0171/1234567', '491711234567'],
  ['+33 (0)6 12 34 56 00', '33612345600'],
  ['+33.06.12.34.56.78', '33612345678'],
  ['+31 (0)6 12345678', '31612345678'],
  ['+32 (0)470 12 34 56', '32470123456'],
  ['+41 (0)78 123 45 67', '41781234567'],
  ['+43 (0)664 1234567', '436641234567'],
  // Italy keeps the 0 of landlines, and mobile numbers have none.
  ['+39 06 6982 1234', '390669821234'],
  ['+39 02 1234 5678', '390212345678'],
  ['+39 347 123 4567', '393471234567'],
  ['+39 (0)347 123 4567', '393471234567'],
  // Côte d'Ivoire and Congo keep their 0.
  ['+225 07 08 09 10 11', '2250708091011'],
  ['+242 06 612 3456', '242066123456'],
  // Russia, Lithuania, Belarus and Hungary dial 8 or 06.
  ['+7 8 (912) 345-67-89', '79123456789'],
  ['+7 (812) 345-67-89', '78123456789'],
  ['+370 8 612 34567', '37061234567'],
  ['+375 8 029 491 19 11', '375294911911'],
  ['+36 06 20 123 4567', '36201234567'],
  // Brazil, Argentina, Mexico
  ['+55 (011) 98765-4321', '5511987654321'],
  ['+55 0 15 11 98765-4321', '5511987654321'],
  ['+54 0 11 15-2345-6789', '5491123456789'],
  ['+52 01 55 1234 5678', '5215512345678'],
  // Nigeria, South Africa, Kenya, Turkey, Israel, Japan, South Korea, China, Australia, New Zealand
  ['+234 0803 123 4567', '2348031234567'],
  ['+27 (0)82 123 4567', '27821234567'],
  ['+254 0712 123456', '254712123456'],
  ['+90 0 532 123 45 67', '905321234567'],
  ['+972 050-234-5678', '972502345678'],
  ['+81 090-1234-5678', '819012345678'],
  ['+82 010-2000-0000', '821020000000'],
  ['+86 (0)138 1234 5678', '8613812345678'],
  ['+61 (0)412 345 678', '61412345678'],
  ['+64 021 123 4567', '64211234567'],
  // United States: no trunk 0
  ['+1 (202) 555-0123', '12025550123'],
  ['001 202 555 0123', '12025550123'],
])('%s is the number %s', (typed, number) => {
  expect(normalizePhone(typed, '62')).toBe(number);
});

test.each([
  ['39', '06 6982 1234', '390669821234'],
  ['39', '0347 123 4567', '393471234567'],
  ['36', '06 20 123 4567', '36201234567'],
  ['54', '011 15-2345-6789', '5491123456789'],
  ['225', '07 08 09 10 11', '2250708091011'],
  ['44', '07911 123456', '447911123456'],
  ['81', '090-1234-5678', '819012345678'],
])('in an account of +%s, %s is %s', (code, typed, number) => {
  expect(normalizePhone(typed, code)).toBe(number);
});

/** Seven digits of Gabon are a number too, without the 0 of eight. */
const AMBIGUOUS = ['GA'];

test('a mobile number of every country is itself or refused, also with its 0 after the country code', () => {
  const wrong: unknown[] = [];
  for (const country of getCountries().filter((each) => !AMBIGUOUS.includes(each))) {
    const example = getExampleNumber(country, examples);
    const code = getCountryCallingCode(country);
    const number = example?.number.slice(1) ?? '';
    const national = (example?.formatNational() ?? '').replace(/\D/g, '');
    const typed = [`+${number}`, `+${code} ${national}`];
    if (national.startsWith('0')) typed.push(`+${code} (0)${national.slice(1)}`);
    const read = typed.map((each) => normalizePhone(each, '62'));
    if (national.startsWith('0')) read.push(normalizePhone(national, code));
    if (read.some((each) => each !== number && (each !== null || number.length > 9)))
      wrong.push({ country, number, typed, read });
  }

  expect(wrong).toEqual([]);
});

test.each([
  ['a float', '6281234567890.0'],
  ['a float of two places', '6281234567890,00'],
  ['a formatted float', '6,281,234,567,890.00'],
  ['a formatted float of Indonesia', '6.281.234.567.890,00'],
  ['a formatted float of France', '6\u202f281\u202f234\u202f567\u202f890,00'],
  ['a float with all its digits', '6.28123456789E+12'.replace('E', '0E')],
  ['a formula that keeps a 0', '="081234567890"'],
  ['a mark for text', "'081234567890"],
  ['marks of direction', '\u202a+62 812\u20113456\u20117890\u202c'],
  ['marks without width', '\ufeff+62\u200b812\u00ad3456\u20607890'],
  ['blanks without a break', '+62\u00a0812\u20093456\u202f7890'],
  ['full-width characters', '＋６２（８１２）３４５６－７８９０'],
  ['Arabic-Indic digits', '+٦٢ ٨١٢ ٣٤٥٦ ٧٨٩٠'],
  ['Persian digits', '۰۸۱۲۳۴۵۶۷۸۹۰'],
  ['digits of Devanagari', '+६२ ८१२ ३४५६ ७८९०'],
  ['bold digits', '𝟎𝟖𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗𝟎'],
  ['digits as emojis', '0️⃣8️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣0️⃣'],
  ['an extension', '+62 812-3456-7890 ext. 12'],
  ['an extension in brackets', '0812-3456-7890 (ext. 12)'],
  ['an extension in brackets without a blank', '0812-3456-7890(ext.1)'],
  ['an extension in RFC 3966', 'tel:+62-812-3456-7890;ext=12'],
  ['a device', '6281234567890:12@s.whatsapp.net'],
  ['an address of other programs', '6281234567890@c.us'],
  ['a link', 'https://wa.me/6281234567890?text=Halo%20Kak%202'],
  ['a long link', 'https://api.whatsapp.com/send?phone=%2B6281234567890&text=12'],
])('a number with %s is the number', (_name, typed) => {
  expect(normalizePhone(typed, '62')).toBe('6281234567890');
});

test.each([
  ['a shortened float', '6.28123E+12'],
  ['a number with a fraction', '812345678901.10'],
  ['a number with one more digit after a dot', '62812345678.9'],
  ['a shortened float of Indonesia', '6,28123E+12'],
  ['a shortened float of a long number', '6.2812345E13'],
  ['a float of seven digits', '1234567.0'],
  ['a link without number', 'https://wa.me/message/ABC1234567890'],
  ['a group link', 'https://wa.me/qr/62812345678900'],
  ['two numbers', '081234567890 / 081398765432'],
])('%s is no number', (_name, typed) => {
  expect(normalizePhone(typed, '62')).toBeNull();
});
