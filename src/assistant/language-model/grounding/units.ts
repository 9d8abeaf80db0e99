import type { Currency } from '../../languages/language.ts';
import { meaningsIn, oneOf, setOf, valuesIn } from '../../languages/words.ts';

const NAMES = meaningsIn(({ facts }) => facts.units);
const AFTER = /^[ -]?(?<word>%|\p{L}+)(?:[ -](?<next>\p{L}+))?/u;
const BETWEEN = setOf(({ facts }) => facts.beforeUnit);
const TIMES = new RegExp(`^ ?${oneOf(valuesIn(({ facts }) => facts.zeros).keys())}(?!\\p{L})`, 'u');

const SIGNS: Readonly<Record<Currency, readonly string[]>> = {
  idr: ['rp', 'rp.', 'idr'],
  usd: ['$', 'us$', 'usd'],
  sgd: ['s$', 'sgd'],
  myr: ['rm', 'myr'],
  eur: ['€', 'eur'],
  gbp: ['£', 'gbp'],
};
const CURRENCY_SIGNS = new Map(
  Object.entries(SIGNS).flatMap(([code, spellings]) => spellings.map((each) => [each, code] as const)),
);
const CURRENCY_NAMES = new Map([...CURRENCY_SIGNS, ...meaningsIn(({ facts }) => facts.currencies)]);
const CURRENCY_BEFORE = new RegExp(`(?<!\\p{L})(${oneOf(CURRENCY_SIGNS.keys())}) ?$`, 'u');

export const unitOf = (word: string): string | null => NAMES.get(word) ?? null;

/** At the beginning. */
export function unitAfter(after: string): string | null {
  const { word, next } = AFTER.exec(after)?.groups ?? {};
  if (word === undefined) return null;
  return NAMES.get(word) ?? (BETWEEN.has(word) && next ? (NAMES.get(next) ?? null) : null);
}

export const isUnitAfter = (after: string): boolean => unitAfter(after) !== null || TIMES.test(after);

export const currencyBefore = (before: string): string | null =>
  CURRENCY_SIGNS.get(CURRENCY_BEFORE.exec(before)?.[1] ?? '') ?? null;

export const isCurrencyBefore = (before: string): boolean => currencyBefore(before) !== null;

export function currencyAfter(after: string): string | null {
  const [, word = ''] = /^ ?(€|\p{L}+)/u.exec(after) ?? [];
  return CURRENCY_NAMES.get(word) ?? null;
}
