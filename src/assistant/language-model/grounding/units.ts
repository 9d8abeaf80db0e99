import { type Currency, type Language, perMix } from '../../languages/language.ts';
import { meaningsIn, oneOf, setOf, valuesIn } from '../../languages/words.ts';

const wordsFor = perMix((mix) => ({
  units: meaningsIn(({ facts }) => facts.units, { languages: mix }),
  between: setOf(({ facts }) => facts.beforeUnit, mix),
  times: new RegExp(`^ ?${oneOf(valuesIn(({ facts }) => facts.zeros, mix).keys())}(?!\\p{L})`, 'u'),
  currencies: meaningsIn(({ facts }) => facts.currencies, { languages: mix }),
}));
const AFTER = /^[ -]?(?<word>%|\p{L}+)(?:[ -](?<next>\p{L}+))?/u;

const SIGNS: Readonly<Record<Currency, readonly string[]>> = {
  idr: ['rp', 'rp.', 'idr'],
  usd: ['$', 'us$', 'usd'],
  sgd: ['s$', 'sgd'],
  myr: ['rm', 'myr'],
  eur: ['€', 'eur'],
  gbp: ['£', 'gbp'],
  brl: ['r$', 'brl'],
  peso: [],
};
const CURRENCY_SIGNS = new Map(
  Object.entries(SIGNS).flatMap(([code, spellings]) => spellings.map((each) => [each, code] as const)),
);
const CURRENCY_BEFORE = new RegExp(`(?<!\\p{L})(${oneOf(CURRENCY_SIGNS.keys())}) ?$`, 'u');

type Mix = readonly Language[];

export const unitOf = (word: string, mix: Mix): string | null => wordsFor(mix).units.get(word) ?? null;

/** At the beginning. */
export function unitAfter(after: string, mix: Mix): string | null {
  const { units, between } = wordsFor(mix);
  const { word, next } = AFTER.exec(after)?.groups ?? {};
  if (word === undefined) return null;
  return units.get(word) ?? (between.has(word) && next ? (units.get(next) ?? null) : null);
}

export const isUnitAfter = (after: string, mix: Mix): boolean =>
  unitAfter(after, mix) !== null || wordsFor(mix).times.test(after);

export const currencyBefore = (before: string): string | null =>
  CURRENCY_SIGNS.get(CURRENCY_BEFORE.exec(before)?.[1] ?? '') ?? null;

export const isCurrencyBefore = (before: string): boolean => currencyBefore(before) !== null;

export function currencyAfter(after: string, mix: Mix): string | null {
  const [, word = ''] = /^ ?(€|\p{L}+)/u.exec(after) ?? [];
  return wordsFor(mix).currencies.get(word) ?? CURRENCY_SIGNS.get(word) ?? null;
}
