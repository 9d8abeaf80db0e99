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
  ['too long', Array(20).fill('x'.repeat(4_000))],
  ['too many', Array(20_000).fill({})],
])('a value that is %s is dropped, and the others stay', (_what, value) => {
  expect(detailsJson({ kind: 'contacts', value })).toBe('{"kind":"contacts"}');
});

test('a long text inside is cut with a mark, so that the ids beside it stay', () => {
  const edit = { original_message_id: 'A', message: { text: { body: '👋'.repeat(70_000) } } };

  const stored = JSON.parse(detailsJson({ edit }) ?? '').edit;

  expect(stored.original_message_id).toBe('A');
  expect(stored.message.text.body).toBe(`${'👋'.repeat(4_092)} […]`);
});

test('many long values together have a bound', () => {
  const details = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`key${n}`, 'x'.repeat(20_000)]));

  expect(detailsJson(details)?.length).toBeLessThan(65_536 + 100);
});
