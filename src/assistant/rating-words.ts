import type { RatingWords } from '../inbox/conversations/ratings/words.ts';
import { asksForPerson } from './arbiter/person-words.ts';
import { LANGUAGES, type Language } from './languages/language.ts';
import { languageOf } from './languages/spoken.ts';
import { LANGUAGE_WORDS, oneOf, phrasesIn, valuesIn, wordsIn } from './languages/words.ts';

const MAX_SCORE = 5;

const NUMBERS = valuesIn(({ facts }) => facts.numbers);
const SCORES = new Map(
  [...NUMBERS].filter(([, value]) => Number.isInteger(value) && value >= 1 && value <= MAX_SCORE),
);
const COUNTING = new Set([
  ...wordsIn(({ rated }) => rated.notBeside),
  ...wordsIn(({ facts }) => facts.counted),
  ...wordsIn(({ facts }) => Object.values(facts.units).join(' ')),
  ...wordsIn(({ tables }) => Object.values(tables.measures).join(' ')),
]);
const WISHES = new Set([...wordsIn(({ tables }) => tables.buying), ...wordsIn(({ rated }) => rated.wishes)]);
const PERSON_WORDS = phrasesIn(({ handOff }) => handOff.person);

const words = (pick: Parameters<typeof wordsIn>[0]) => oneOf(wordsIn(pick));
const BEFORE = `(?:${words(({ rated }) => rated.before)}[\\s:=]+){0,4}`;
const OF = `(?:\\s*/\\s*|\\s+(?:${words(({ rated }) => rated.of)}\\s+){1,2})5`;
const AFTER = `\\s+${words(({ rated }) => rated.after)}`;
/** No part of a longer number, such as `5.000` or `4-5`, and no `2x`. */
const END = '(?![\\p{L}\\p{N}%]|\\s*[.,:/×-]\\s*\\p{N})';
const SCORE = new RegExp(
  `^${BEFORE}(?<score>[1-5]|${oneOf(SCORES.keys())})(?:${OF})?${END}(?:${AFTER})?(?![\\p{L}\\p{N}])`,
  'u',
);
const STARS = /^(?:(?:⭐|🌟|★)\s*)+☆*/u;
const STAR = /⭐|🌟|★/gu;
/** Longer texts ask for something. */
const MAX_RATED = 300;

/** A rating in any language. Null: none, or the text beside it may be an order or a question. */
function scoreIn(written: string): { score: number; hasWords: boolean } | null {
  if (written.length > MAX_RATED) return null;
  const text = written
    .normalize('NFKC')
    .replace(/[\u{FE0F}\u{20E3}]/gu, '')
    .toLowerCase()
    .trim();
  const stars = STARS.exec(text)?.[0];
  if (stars) return withRest(Math.min((stars.match(STAR) ?? []).length, MAX_SCORE), text.slice(stars.length));
  const found = SCORE.exec(text);
  const said = found?.groups?.score;
  if (!found || said === undefined) return null;
  const rest = text.slice(found[0].length);
  const score = SCORES.get(said);
  if (score === undefined) return withRest(Number(said), rest);
  // `Lima` alone rates, `lima buah` counts.
  return /\p{L}/u.test(rest) ? null : withRest(score, rest);
}

function withRest(score: number, rest: string): { score: number; hasWords: boolean } | null {
  if (/[?\p{N}]/u.test(rest)) return null;
  const said = lettersOf(rest);
  const [first] = said;
  if (first === undefined) return { score, hasWords: false };
  return COUNTING.has(first) || isWish(said) ? null : { score, hasWords: true };
}

/** What may ask for an answer or order something is no comment. */
const isComment = (text: string): boolean =>
  !/[?\p{N}]/u.test(text) && !isWish(lettersOf(text.toLowerCase())) && !asksForPerson(text, PERSON_WORDS);

const lettersOf = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];
const isWish = (words: readonly string[]) => words.some((word) => WISHES.has(word));

const isLanguage = (name: string): name is Language => LANGUAGES.some((each) => each === name);

/** What conversations know of ratings in each language. */
export const RATING_WORDS: RatingWords = {
  languages: LANGUAGES,
  languageOf,
  textsIn: (language) => LANGUAGE_WORDS[isLanguage(language) ? language : LANGUAGES[0]].rating,
  scoreIn,
  isComment,
};
