import { expect, test } from 'vitest';
import { smallTalkOf } from './answering/small-talk.ts';
import { compileExpression, expressionProblem, weightOf } from './expressions.ts';
import {
  compilePattern,
  MATCH_KINDS,
  type MatchKind,
  normalise,
  patternProblem,
  prepareText,
} from './matching.ts';
import { askedAfter } from './start-words.ts';

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

  expect(compiled.test(prepareText(said))).toBe(expected);
});

test('only any matches a message without text', () => {
  const matching = MATCH_KINDS.filter((kind) => compilePattern(kind, 'a').test(prepareText(null)));

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
  ['regex', 'a{300}', 'is too large: use fewer or smaller repetitions'],
  ['regex', '(a{30}){33}(b{30}){33}', 'is too large: use fewer or smaller repetitions'],
  ['regex', '[a-\\x{ffff}][a-\\x{ffff}]', 'is too large: use fewer or smaller classes of characters'],
  ['regex', '\\pL'.repeat(13), 'is too large: use fewer or smaller classes of characters'],
  ['fuzzy', 'a b c d e f g h i', 'must have at most 8 words'],
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

  const said = prepareText(text);
  const matched = patterns.filter((pattern) => pattern.test(said));

  expect(matched).toEqual([]);
  expect(performance.now() - begin).toBeLessThan(2_000);
});

test.each([
  ['invisible signs', '\u200b '],
  ['question marks', '?'],
  // Each has eighteen letters in another form.
  ['ligatures', '\ufdfa'],
])('a long message of %s is read in bounded time', (_, sign) => {
  const message = `halo ${sign.repeat(30_000)}`;
  const begin = performance.now();

  const read = [smallTalkOf(message), askedAfter(message, ['tanya', 'mau tanya', 'halo kak'])];
  const compared = normalise(message);

  expect(read).toEqual([null, null]);
  expect(compared.length).toBeLessThan(100_000);
  expect(performance.now() - begin).toBeLessThan(1_000);
});

test('a text is the same in another case, width and punctuation', () => {
  expect([normalise('«Ya!» '), normalise('ＹＡ'), normalise('...')]).toEqual(['ya', 'ya', '...']);
});

test.each([
  ['inv-\\d+', 6],
  ['\\d{8}', 9],
  ['[a-z]{2,5}x', 7],
  ['(ab){3}', 10],
  ['a{3}(?i){4}', 17],
  ['\\p{Greek}|\\x{41}', 3],
])('the regular expression %s has the weight %i', (written, weight) => {
  expect(weightOf(written)).toBe(weight);
});

test('a regular expression finds what RE2 finds, in any case of letters, also when its states explode', () => {
  const found = (written: string, ...texts: string[]) => texts.map(compileExpression(written).test);
  const mixed = Array.from({ length: 400 }, (_, n) => ((n * n) % 7 < 3 ? 'a' : 'b')).join('');

  expect(found('^(halo|hai)\\b', 'HAI kak', 'haikal', 'eh hai')).toEqual([true, false, false]);
  expect(found('\\bINV-\\d{4}$', 'no inv-2025', 'inv-20255')).toEqual([true, false]);
  expect(found('a.{40}a.{40}!', `${mixed}!`, mixed, `${'a'.repeat(82)}!`)).toEqual([
    ...[/a.{40}a.{40}!/.test(`${mixed}!`), false, true],
  ]);
  expect(expressionProblem('\\pL{100}')).toBeNull();
});
