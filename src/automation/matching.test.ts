import { expect, test } from 'vitest';
import {
  compilePattern,
  listen,
  MATCH_KINDS,
  type MatchKind,
  normalise,
  patternProblem,
} from './matching.ts';

test.each<[MatchKind, string, string, boolean]>([
  ['exact', 'Harga', '  HARGA!! ', true],
  ['exact', 'harga', 'ｈａｒｇａ', true],
  ['exact', 'jam buka', 'jam   buka?', true],
  ['exact', 'harga', 'harga dong', false],
  ['exact', 'c++', 'c', false],
  ['exact', '👍', '👍', true],
  ['exact', '👍', '👍 oke', false],
  ['exact', 'oke', '👍🏽 oke', true],
  ['exact', 'ya', 'y\u200ba', true],
  ['starts', 'halo', 'Halo, kak', true],
  ['starts', 'halo', 'eh halo', false],
  ['ends', 'berapa', 'ongkir berapa??', true],
  ['ends', 'berapa', 'berapa ya', false],
  ['word', 'cod', 'bisa COD, kak?', true],
  ['word', 'cod', 'kode promo', false],
  ['word', 'jam buka', 'jam - buka', true],
  ['word', 'jam buka', 'jam tutup atau buka', false],
  ['contains', 'ode', 'KODE promo', true],
  ['contains', '?', 'ada?', true],
  ['contains', 'cod', 'transfer', false],
  ['fuzzy', 'ongkir', 'brp onkgir ke bandung', true],
  ['fuzzy', 'harga', 'hargaaaa', true],
  ['fuzzy', 'cod', 'cot', false],
  ['fuzzy', 'pengiriman', 'pengriimn', true],
  ['fuzzy', 'jam buka', 'jam bukka', true],
  ['fuzzy', 'order 1234', 'order 1235', false],
  ['regex', 'inv-\\d+', 'status INV-2025 dong', true],
  ['regex', '^inv-\\d+$', 'status INV-2025 dong', false],
  ['any', 'x', 'apa saja', true],
])('%s "%s" hears "%s": %s', (kind, pattern, said, expected) => {
  const compiled = compilePattern(kind, pattern);

  expect(compiled.test(listen(said))).toBe(expected);
});

test('only any matches a message without text', () => {
  const matching = MATCH_KINDS.filter((kind) => compilePattern(kind, 'a').test(listen(null)));

  expect(matching).toEqual(['any']);
});

test.each<[MatchKind, string, string | null]>([
  ['exact', ' ', 'is required'],
  ['exact', '?', null],
  ['contains', 'x'.repeat(201), 'must have at most 200 characters'],
  ['regex', '(', 'must be a regular expression as RE2 has them, without look-ahead and back-references'],
  ['regex', '(?=a)b', 'must be a regular expression as RE2 has them, without look-ahead and back-references'],
  ['regex', '(\\w+\\s?){200}', 'is too large: use fewer or smaller repetitions'],
  ['regex', '(a|aa)+$', null],
])('a pattern %s "%s" is checked before it is saved', (kind, pattern, problem) => {
  expect(patternProblem(kind, pattern)).toBe(problem);
});

test('hostile texts and patterns take bounded time', () => {
  const text = `${'a'.repeat(40)} ${'ab '.repeat(30_000)}${'!'.repeat(30_000)}`;
  const patterns = (['fuzzy', 'regex', 'word', 'ends'] as const).flatMap((kind) =>
    Array.from({ length: 20 }, (_, n) =>
      compilePattern(kind, kind === 'regex' ? '(a|aa|ab )+x$' : `abc${n}d`),
    ),
  );
  const begin = performance.now();

  const said = listen(text);
  const matched = patterns.filter((pattern) => pattern.test(said));

  expect(matched).toEqual([]);
  expect(performance.now() - begin).toBeLessThan(2_000);
});

test('a text is the same in another case, width and punctuation', () => {
  expect([normalise('«Ya!» '), normalise('ＹＡ'), normalise('...')]).toEqual(['ya', 'ya', '...']);
});
