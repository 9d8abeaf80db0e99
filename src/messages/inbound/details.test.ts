import { expect, test } from 'vitest';
import { detailsJson } from './details.ts';

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

test('details are JSON that the database can store', () => {
  expect(detailsJson({ a: 'x\0\uD800', b: undefined, c: { d: [1, null] } })).toBe(
    '{"a":"x\uFFFD\uFFFD","c":{"d":[1,null]}}',
  );
  expect(detailsJson({ a: undefined })).toBeNull();
});

test.each<[string, unknown]>([
  ['too deep', nested(200_000)],
  ['too long', 'x'.repeat(40_000)],
  ['too many', Array(20_000).fill({})],
])('a value that is %s is dropped, and the others stay', (_what, value) => {
  expect(detailsJson({ kind: 'contacts', value })).toBe('{"kind":"contacts"}');
});

test('many long values together have a bound', () => {
  const details = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`key${n}`, 'x'.repeat(20_000)]));

  expect(detailsJson(details)?.length).toBeLessThan(65_536 + 100);
});
