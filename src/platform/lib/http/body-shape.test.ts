import { expect, test } from 'vitest';
import { findShapeProblem, MAX_DEPTH } from './body-shape.ts';

const LIMITS = { parts: 1_000, items: 2_000 };
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const listOf = (count: number, item: string) => `[${Array(count).fill(item).join(',')}]`;

test.each([
  ['as deep as allowed', nested(MAX_DEPTH), null],
  ['one level deeper', nested(MAX_DEPTH + 1), 'too_deep'],
  ['very deep', nested(100_000), 'too_deep'],
  ['very deep without an end', '['.repeat(100_000), 'too_deep'],
  ['objects too', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, 'too_deep'],
  ['as many objects as allowed', listOf(999, '{}'), null],
  ['one more', listOf(1_000, '{}'), 'too_many_parts'],
  ['lists count', listOf(1_000, '[]'), 'too_many_parts'],
  ['keys count', `{${Array(1_000).fill('"a":1').join(',')}}`, 'too_many_parts'],
  ['as many items as allowed', listOf(2_001, '0'), null],
  ['one item more', listOf(2_002, '0'), 'too_many_items'],
  ['brackets in a string', JSON.stringify({ body: '[{,:'.repeat(5_000) }), null],
  ['an escaped quote before them', JSON.stringify({ body: `\\"${'['.repeat(100)}` }), null],
  ['an escape at the end', '"\\', null],
])('findShapeProblem: %s', (_name, json, expected) => {
  expect(findShapeProblem(Buffer.from(json), LIMITS)).toBe(expected);
});
