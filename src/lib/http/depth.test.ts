import { expect, test } from 'vitest';
import { isTooDeep, MAX_DEPTH } from './depth.ts';

const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth));

test.each([
  ['as deep as allowed', nested(MAX_DEPTH), false],
  ['one level deeper', nested(MAX_DEPTH + 1), true],
  ['very deep', nested(100_000), true],
  ['wide', Buffer.from(`[${Array(1000).fill('{}').join(',')}]`), false],
  ['brackets in a string', Buffer.from(JSON.stringify({ body: '[{'.repeat(100) })), false],
  ['an escaped quote before them', Buffer.from(JSON.stringify({ body: `\\"${'['.repeat(100)}` })), false],
  ['objects too', Buffer.from(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`), true],
])('isTooDeep: %s', (_name, json, expected) => {
  expect(isTooDeep(json)).toBe(expected);
});
