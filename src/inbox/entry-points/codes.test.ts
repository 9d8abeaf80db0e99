import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  makeCode,
  makeWebCode,
  referencesIn,
  webReferencesIn,
  withCode,
  withoutCodes,
  withWebCode,
} from './codes.ts';

test('a code is found in the text that its link writes', () => {
  const code = makeCode(randomBytes);

  const found = referencesIn(withCode('Halo, saya mau tanya promo', code));
  const alone = referencesIn(withCode('', code));

  expect(found).toEqual([{ code, part: ` (ref ${code})` }]);
  expect(alone).toEqual([{ code, part: `(ref ${code})` }]);
});

test.each([
  ['Halo (Ref: a7k2x) kak', ' (Ref: a7k2x)'],
  ['Halo [ref A7K2X]', ' [ref A7K2X]'],
  ['ref A7K2X', 'ref A7K2X'],
  ['Halo\n(ref A7K2X)', '\n(ref A7K2X)'],
])('what a customer made of it is found too: %j', (text, part) => {
  expect(referencesIn(text)).toEqual([{ code: 'A7K2X', part }]);
});

test.each(['refund A7K2X', 'ref A7K2', 'ref A7K2XY', 'prefABCDE', 'ref 0OIL1'])('%j has no code', (text) => {
  expect(referencesIn(text)).toEqual([]);
});

test('a code of a web chat is one word of more than 128 random bits, and found again', () => {
  const code = makeWebCode(randomBytes);
  const text = withWebCode('Halo', code);

  const found = webReferencesIn(text);

  expect(Math.log2(30) * code.length).toBeGreaterThan(128);
  expect(text).toMatch(/^Halo \(web (\w{4}-){6}\w{4}\)$/);
  expect(found).toEqual([{ code, part: text.slice('Halo'.length) }]);
  expect(webReferencesIn(text.toLowerCase())).toMatchObject([{ code }]);
  expect(withoutCodes(`${text} (ref A7K2X)`)).toBe('Halo');
});

test.each([
  'website kami',
  'web ABCD-EFGH',
  'lihat web https://shop.example/abcdefgh',
  `webs${'A'.repeat(28)}`,
  `web ${'A'.repeat(29)}`,
])('%j has no code of a web chat', (text) => {
  expect(webReferencesIn(text)).toEqual([]);
});

test('a hostile text is read in bounds', () => {
  const hostile = `${' '.repeat(60_000)}${'(ref '.repeat(10_000)}${'(ref A7K2X)'.repeat(5_000)}`;

  const found = referencesIn('(ref A7K2X)'.repeat(5_000));
  const far = referencesIn(hostile);

  expect(found).toHaveLength(3);
  expect(far).toEqual([]);
  expect(webReferencesIn(`web ${'ABCD-'.repeat(20_000)}`)).toHaveLength(1);
});
