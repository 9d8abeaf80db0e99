import { expect, test } from 'vitest';
import { authenticatorUri, findStep, readCode, typedSecret } from './totp.ts';

/** The secret and the codes of RFC 6238, appendix B, without their first two digits. */
const RFC_SECRET = Buffer.from('12345678901234567890');

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
  [20_000_000_000, '353130', 666_666_666],
])('the code of RFC 6238 at second %i is %s', (second, code, step) => {
  expect(findStep(RFC_SECRET, code, new Date(second * 1000))).toBe(step);
});

test.each([
  [-60, null],
  [-30, 37_037_037],
  [0, 37_037_037],
  [30, 37_037_037],
  [60, null],
])('a clock that differs by %i seconds: the code is of step %s', (seconds, step) => {
  expect(findStep(RFC_SECRET, '050471', new Date((1_111_111_111 + seconds) * 1000))).toBe(step);
});

test.each([
  ['050471', '050471'],
  ['050 471', '050471'],
  [' 050-471 ', '050471'],
  ['05047', null],
  ['0504711', null],
  ['٠٥٠٤٧١', null],
  ['', null],
])('%j is read as %s', (text, code) => {
  expect(readCode(text)).toBe(code);
});

test('the address for an app names issuer, user and secret, and is for every app', () => {
  const uri = new URL(authenticatorUri(RFC_SECRET, 'budi@example.com (Toko: Budi)'));

  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('budi@example.com');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret: typedSecret(RFC_SECRET),
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
