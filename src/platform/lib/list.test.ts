import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueText, MAX_FIELDS } from './check-fields.ts';
import { list } from './list.ts';

function seen() {
  const items: unknown[] = [];
  const item = z.unknown().refine((value) => items.push(value) > 0);
  const schema = z.object({ tags: list(item, { max: 3, empty: 'must not be empty' }) });
  const errorsOf = (tags: unknown) =>
    schema
      .safeParse({ tags }, { error: issueText })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]);
  return { items, errorsOf };
}

test('of a list that is too long only the first items are checked', () => {
  const { items, errorsOf } = seen();

  expect(errorsOf(Array.from({ length: 1_000 }))).toEqual([['tags', 'must have at most 3 items']]);
  expect(items).toHaveLength(4);
});

test('a list of invalid items is read until the answer has no room for more, and is still too long', () => {
  const wrong = z.unknown().refine((value) => items.push(value) < 0, 'is wrong');
  const items: unknown[] = [];
  const schema = z.object({ tags: list(wrong, { max: 1_000 }) });

  const { error } = schema.safeParse({ tags: Array.from({ length: 1_001 }) });

  expect(items).toHaveLength(MAX_FIELDS);
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ...items.map((_, place) => [`tags.${place}`, 'is wrong']),
    ['tags', 'must have at most 1000 items'],
  ]);
});

test.each([
  ['the longest list', [1, 2, 3], undefined],
  ['an empty list', [], [['tags', 'must not be empty']]],
  ['no list', 'a,b', [['tags', 'must be an array']]],
  ['nothing', undefined, [['tags', 'is required']]],
])('%s', (_name, given, errors) => {
  expect(seen().errorsOf(given)).toEqual(errors);
});

test('the reference knows both bounds', () => {
  const described = z.toJSONSchema(
    list(z.string(), { max: 3, empty: 'must not be empty' }).meta({ examples: [['a']] }),
    { io: 'input' },
  );

  expect(described).toMatchObject({
    type: 'array',
    minItems: 1,
    maxItems: 3,
    items: { type: 'string' },
    examples: [['a']],
  });
});
