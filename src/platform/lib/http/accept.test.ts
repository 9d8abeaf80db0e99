import { expect, test } from 'vitest';
import { prefers } from './accept.ts';

test.each([
  ['image/png', true],
  ['IMAGE/PNG', true],
  ['image/png, */*;q=0.8', true],
  ['image/png, application/json;q=0.9', true],
  ['image/png, */*', true],
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['image/*', false],
  ['application/json', false],
  ['image/png, application/json', false],
  ['image/png;q=0.5, application/json', false],
  ['image/png;q=0.5, */*', false],
  ['image/png;q=0', false],
  ['image/png;q=x', false],
  ['text/html, application/xhtml+xml, */*;q=0.8', false],
])('%s prefers a picture to JSON: %s', (accept, expected) => {
  expect(prefers(accept, 'image/png')).toBe(expected);
});
