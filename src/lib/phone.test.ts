import { expect, test } from 'vitest';
import { normalizePhone } from './phone.ts';

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
  '%j is a user id, not a number',
  (typed) => {
    expect(normalizePhone(typed, '62')).toBeNull();
  },
);
