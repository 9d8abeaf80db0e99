import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashRecoveryCode, newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';

test('ten codes are made, all different, and each is read as it is shown', () => {
  const codes = newRecoveryCodes({ randomBytes });

  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    expect(readRecoveryCode(code)).toBe(code.replaceAll('-', ''));
  }
});

test.each([
  ['0123-4567-89AB-CDEF', '0123456789abcdef'],
  [' o123 4567 89ab cdef', '0123456789abcdef'],
  ['0I23-4567-89ab-cdeL', '0123456789abcde1'],
  ['0123-4567-89ab-cde', null],
  ['0123-4567-89ab-cdef-0', null],
  ['0123-4567-89ab-cdeu', null],
  ['123456', null],
])('%j is read as %s', (text, code) => {
  expect(readRecoveryCode(text)).toBe(code);
});

test('one code has another hash for each user', () => {
  const code = '0123456789abcdef';

  expect(hashRecoveryCode(1, code)).toEqual(hashRecoveryCode(1, code));
  expect(hashRecoveryCode(1, code)).not.toEqual(hashRecoveryCode(2, code));
});
