import { expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { arrayText } from './array-text.ts';
import { statement } from './statement.ts';

const TEXTS = statement<{ texts: readonly (string | null)[] }, { texts: (string | null)[] }>(
  'test.texts',
  'select :texts::text[] as texts',
);
const NUMBERS = statement<{ numbers: readonly (number | null)[] }, { numbers: (number | null)[] }>(
  'test.numbers',
  'select :numbers::float8[] as numbers',
);

test.each<[string, (string | null)[]]>([
  ['no text', []],
  ['plain text and null', ['a', null, 'NULL', 'null', '']],
  ['signs of arrays', ['{', '}', ',', ' a ', '{"a"}', "it's"]],
  ['quotes and backslashes', ['say "a"', 'a\\b', '\\"', '\\n']],
  ['control characters', ['a\nb', 'a\tb', '\u0001', '\u007f']],
  ['other scripts', ['é', 'こんにちは', '👋🏽', '\u2028']],
])('PostgreSQL reads texts as they were given: %s', async (_name, texts) => {
  const ctx = await testContext();

  expect(await TEXTS.one(ctx.db, { texts })).toEqual({ texts });
});

test('PostgreSQL reads numbers as they were given', async () => {
  const ctx = await testContext();
  const numbers = [
    0,
    -1,
    1.5,
    1e21,
    1e-7,
    Number.MAX_SAFE_INTEGER,
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ];

  expect(await NUMBERS.one(ctx.db, { numbers })).toEqual({ numbers });
});

test.each<[string, unknown[]]>([
  ['dates', [new Date()]],
  ['bytes', [Buffer.from('a')]],
  ['lists', [['a']]],
  ['objects', [{ a: 1 }]],
  ['missing values', [undefined]],
  ['numbers that JSON lacks', [Number.NaN]],
  ['texts that JSON escapes', ['a\nb']],
])('leaves to the driver: %s', (_name, list) => {
  expect(arrayText(list)).toBeNull();
});
