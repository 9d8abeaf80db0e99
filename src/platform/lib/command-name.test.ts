import { expect, test } from 'vitest';
import { CLONE, KURIR, kurirFrom } from './command-name.ts';

test('texts name ./kurir in the clone, and its whole path in another folder', () => {
  expect(kurirFrom(CLONE)).toBe(KURIR);
  expect(kurirFrom('/')).toBe(`${CLONE}/kurir`);
});
