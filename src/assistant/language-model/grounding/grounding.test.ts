import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ungrounded as ungroundedIn } from './grounding.ts';

const ungrounded = (answer: string, sources: readonly string[], countryCode = '62') =>
  ungroundedIn(answer, sources, { countryCode, mix: ['id', 'en'] });

const SHOP =
  'Kopi Gayo 250 gram Rp25.000, 1 kg 90rb. Buka Senin sampai Jumat jam 08.00-17.00 WIB, Sabtu 09:00 - 13:00. ' +
  'Kirim 2-3 hari kerja, ongkir Rp10-15 ribu. Diskon 20% sampai 17 Agustus 2026. Hubungi 0812-3456-7890 atau ' +
  'halo@toko.example, katalog https://toko.example/katalog?a=1. Transfer BCA 8610123456. Min. pembelian 1,5 juta.';

test.each([
  ['Kopi Gayo 250 g harganya 25 ribu ya Kak.'],
  ['Harganya Rp 25.000,- untuk 250 gram.'],
  ['The 1 kg bag is IDR 90,000.'],
  ['Satu kilogram sembilan puluh ribu rupiah.'],
  ['Kami buka Senin-Jumat pukul 8 pagi sampai 5 sore.'],
  ['We are open on Wednesday from 8 AM to 5 PM.'],
  ['Hari Sabtu jam 9-13.'],
  ['Ongkir sepuluh sampai lima belas ribu, dua sampai tiga hari.'],
  ['Ongkirnya Rp10.000 - Rp15.000.'],
  ['Diskon 20 persen sampai 17/8/2026.'],
  ['The discount ends on August 17, 2026.'],
  ['WA ke +62 812 3456 7890 atau e-mail Halo@Toko.Example.'],
  ['Lihat toko.example/katalog?a=1, atau www.toko.example.'],
  ['Transfer ke BCA 8610123456, minimal Rp1.500.000.'],
  ['1. Pilih kopi\n2. Transfer\n3. Kirim bukti'],
  ['Silakan tanya lagi, feel free to ask one of us.'],
  ['Hubungi 0812-3456-7890 dalam 2-3 hari.'],
])('%s is grounded', (answer) => {
  expect(ungrounded(answer, [SHOP])).toEqual([]);
});

test.each([
  ['62', 'Hubungi 0812-3456-7890.', 'WA 62 812 3456 7890', true],
  ['60', 'Call 012-345 6789.', 'WA +60 12-345 6789', true],
  ['60', 'Call 60123456789.', 'WA 012-345 6789', true],
  ['62', 'Call 012-345 6789.', 'WA +60 12-345 6789', false],
])('with the country code %s, "%s" is proven by "%s": %s', (countryCode, answer, source, expected) => {
  expect(ungrounded(answer, [source], countryCode).length === 0).toBe(expected);
});

test.each([
  ['Harganya Rp20.000.'],
  ['Harganya 250 ribu.'],
  ['Harganya $25.'],
  ['Kirim dalam 20 hari.'],
  ['Diskon 25%.'],
  ['Diskon 90%.'],
  ['Berat 25.000 gram.'],
  ['Kirim lima hari.'],
  ['Kirim besok.'],
  ['Ongkir gratis.'],
  ['Buka hari Minggu.'],
  ['Buka jam 7.'],
  ['Buka sampai 8 malam.'],
  ['Sampai 18 Agustus.'],
  ['Sampai 17 Agustus 2027.'],
  ['Sampai September.'],
  ['Hubungi 0812-3456-7891.'],
  ['Hubungi 08123456789012.'],
  ['Transfer ke 8610123457.'],
  ['Lihat https://toko.example.evil.com/katalog.'],
  ['Lihat toko.example/promo.'],
  ['Lihat bit.ly/x.'],
  ['Lihat [katalog](https://evil.example/katalog).'],
  ['Lihat tоko.example.'],
  ['E-mail hello@toko.example.'],
  ['DM @tokokopi.'],
  ['Minimal 2.500.000.'],
  ['Harganya 2\u200b0.000.'],
  ['Harganya ٢٠ ribu.'],
  ['Harganya 20 ribu.'],
  ['dua puluh tiga ribu saja'],
])('%s is not grounded', (answer) => {
  expect(ungrounded(answer, [SHOP])).not.toEqual([]);
});

/** Half of them are small enough to be written in words. */
const thousands = fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999_999 }));

const WORDS = ['', 'satu', 'dua', 'tiga', 'empat', 'lima', 'enam', 'tujuh', 'delapan', 'sembilan'];

/** Below 1000. */
function inWords(n: number): string {
  const join = (head: string, rest: number) => (rest === 0 ? head : `${head} ${inWords(rest)}`);
  if (n < 10) return WORDS[n] ?? '';
  if (n === 10) return 'sepuluh';
  if (n === 11) return 'sebelas';
  if (n < 20) return `${WORDS[n - 10]} belas`;
  if (n < 100) return join(`${WORDS[Math.floor(n / 10)]} puluh`, n % 10);
  if (n < 200) return join('seratus', n - 100);
  return join(`${WORDS[Math.floor(n / 100)]} ratus`, n % 100);
}

const grouped = (n: number, sign: string) => String(n).replace(/\B(?=(\d{3})+$)/g, sign);

/** Spellings of a price in thousands of rupiah. */
const PRICES: readonly ((thousand: number) => string)[] = [
  (n) => `Rp${grouped(n * 1000, '.')}`,
  (n) => `Rp. ${grouped(n * 1000, '.')},-`,
  (n) => `Rp ${grouped(n * 1000, ' ')}`,
  (n) => `IDR ${grouped(n * 1000, ',')}`,
  (n) => `IDR ${grouped(n * 1000, ',')}.00`,
  (n) => `Rp${n * 1000}`,
  (n) => `${n}rb`,
  (n) => `${n} ribu`,
  (n) => `${n}K`,
  (n) => `${grouped(n * 1000, '.')} rupiah`,
  (n) => (n < 1000 ? `${inWords(n)} ribu rupiah` : `Rp${n * 1000}`),
  (n) => (n % 100 === 0 ? `${String(n / 1000).replace('.', ',')} juta` : `Rp${grouped(n * 1000, '.')}`),
];
const spelling = fc.constantFrom(...PRICES);

test('one price grounds itself in every spelling', () => {
  fc.assert(
    fc.property(thousands, spelling, spelling, (price, source, answer) => {
      const said = `Harganya ${answer(price)} ya Kak`;
      expect(ungrounded(said, [`Kopi: ${source(price)}.`]), said).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test('another price is never grounded in any spelling', () => {
  fc.assert(
    fc.property(thousands, thousands, spelling, spelling, (price, lie, source, answer) => {
      fc.pre(price !== lie);
      const said = `Harganya ${answer(lie)} ya Kak`;
      expect(ungrounded(said, [`Kopi: ${source(price)}.`]), said).not.toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

const MONTHS = ['Januari', 'Februari', 'Maret', 'April', 'Mei', 'Juni', 'Juli', 'Agustus', 'September'];
const date = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  month: fc.integer({ min: 1, max: 9 }),
  year: fc.integer({ min: 2020, max: 2039 }),
});
type Day = { day: number; month: number; year: number };
const DATES: readonly ((at: Day) => string)[] = [
  ({ day, month, year }) => `${day} ${MONTHS[month - 1]} ${year}`,
  ({ day, month, year }) => `${MONTHS[month - 1]} ${day}, ${year}`,
  ({ day, month, year }) => `${day}/${month}/${year}`,
  ({ day, month, year }) => `${day}-0${month}-${year}`,
  ({ day, month, year }) => `${year}-0${month}-${String(day).padStart(2, '0')}`,
];
const phone = fc.stringMatching(/^8[1-9]\d{8,9}$/);
const PHONES: readonly ((digits: string) => string)[] = [
  (digits) => `0${digits}`,
  (digits) => `+62${digits}`,
  (digits) => `62${digits}`,
  (digits) => `0${digits.slice(0, 3)}-${digits.slice(3, 7)}-${digits.slice(7)}`,
  (digits) => `+62 ${digits.slice(0, 3)} ${digits.slice(3, 7)} ${digits.slice(7)}`,
];
const path = fc.stringMatching(/^[a-z]{1,8}\/[a-z0-9]{1,8}$/);
const LINKS: readonly ((path: string) => string)[] = [
  (end) => `https://toko.example/${end}`,
  (end) => `http://www.toko.example/${end}`,
  (end) => `toko.example/${end}`,
];

test.each([
  ['date', date, DATES],
  ['phone number', phone, PHONES],
  ['link', path, LINKS],
] as const)(
  'a %s is grounded in each of its spellings, and another one in none',
  (_kind, values, spellings) => {
    // Each row pairs values with spellings of the same type.
    const write = fc.constantFrom(...(spellings as readonly ((value: unknown) => string)[]));
    fc.assert(
      fc.property(
        values as fc.Arbitrary<unknown>,
        values as fc.Arbitrary<unknown>,
        write,
        write,
        (one, other, a, b) => {
          expect(ungrounded(`Yaitu ${a(one)}.`, [`Lihat ${b(one)} ya`])).toEqual([]);
          fc.pre(JSON.stringify(one) !== JSON.stringify(other));
          expect(ungrounded(`Yaitu ${a(other)}.`, [`Lihat ${b(one)} ya`])).not.toEqual([]);
        },
      ),
      { numRuns: 1_000 },
    );
  },
);

const piece = fc.oneof(
  fc.constantFrom(
    'Rp',
    ' ',
    '.',
    ',',
    '-',
    '25',
    '000',
    'rb',
    'jam',
    '08',
    ':',
    '/',
    '@',
    'a.id',
    'dua',
    'hari',
    '+62',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);

test('every text is grounded in itself', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      expect(ungrounded(text, [text])).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['digits', '1'],
  ['separators', '1.'],
  ['groups', '1-'],
  ['names', 'a.'],
  ['blanks', '1 '],
  ['number words', 'dua '],
  ['brackets', '(0'],
  ['mails', 'a@a.'],
])('a long text of %s is read in linear time', (_kind, part) => {
  const long = part.repeat(8_000 / part.length);

  const started = process.threadCpuUsage().user;
  ungrounded(long, [long]);

  expect(process.threadCpuUsage().user - started).toBeLessThan(1_000_000);
});
