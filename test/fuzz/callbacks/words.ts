import fc from 'fast-check';

/** Texts that a person reads, in what the provider and the network send. `wordsIn` finds them again. */
const WORDS = /Kata \d+/g;

/** What customers and attackers put around their words. */
const TAILS = [
  ...['', '', '', '', ' 😀', ' \0', ' \ud83d', ' \u202e', '\n\nsatu\tdua', ' "{}[]\\', " '; drop table x"],
  ...[' {{nama}}', ' https://example.com/a?b=c', ' <b>tebal</b>', ' ١٢٣ שלום', `${' x'.repeat(2_500)}`],
  `\n${'panjang sekali '.repeat(8_000)}`,
];

export const words = fc
  .tuple(fc.nat(99_999), fc.constantFrom(...TAILS))
  .map(([n, tail]) => `Kata ${n}${tail}`);

/** A short one, for names and titles. */
export const shortWords = fc.nat(99_999).map((n) => `Kata ${n}`);

/** Parts of an item that say nothing of their author: quotes, advertisements, explanations of the provider. */
const OF_OTHERS: readonly string[] = ['context', 'contextInfo', 'referral', 'errors', 'history_context'];

/** All words of an item, at any depth. */
export function wordsIn(value: unknown, name = ''): string[] {
  if (OF_OTHERS.includes(name.replace('_of_tomorrow', ''))) return [];
  if (typeof value === 'string') return [...value.matchAll(WORDS)].map(([found]) => found);
  if (Array.isArray(value)) return value.flatMap((each) => wordsIn(each));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  return Object.entries(value).flatMap(([key, part]) => wordsIn(part, key));
}
