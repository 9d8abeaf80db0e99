import { expect, test } from 'vitest';
import { visitorNumber } from './visitor-number.ts';

test('a visitor has four digits, the same each time', () => {
  expect(visitorNumber('c25d7dfb64bbeee8033294d924942fce')).toBe('2238');
  expect(visitorNumber('c25d7dfb64bbeee8033294d924940001')).toBe('0001');
});
