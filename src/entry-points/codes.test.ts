import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeCode, referencesIn, withCode } from './codes.ts';

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

test('a hostile text is read in bounds', () => {
  const hostile = `${' '.repeat(60_000)}${'(ref '.repeat(10_000)}${'(ref A7K2X)'.repeat(5_000)}`;

  const found = referencesIn('(ref A7K2X)'.repeat(5_000));
  const far = referencesIn(hostile);

  expect(found).toHaveLength(3);
  expect(far).toEqual([]);
});
