import { oneOf, patternIn, wordsIn } from '../../languages/words.ts';
import type { Fact, Scan } from './fact.ts';
import { unitOf } from './units.ts';

/** `/kg`, `a month`, `sebulan`, `bulanan`. */
const EACH = patternIn(({ facts }) => facts.each);
const TIMES = oneOf(wordsIn(({ facts }) => facts.rates));
const ENDING = oneOf(wordsIn(({ facts }) => facts.rateEnding));
const RATE = new RegExp(
  `(?<!\\p{L})(?:(?<any>per)[ -]?|${EACH})(?<word>\\p{L}{2,})|` +
    `\\/ ?(?<slash>\\p{L}+)|(?<!\\p{L})(?<adverb>${TIMES})${ENDING}(?!\\p{L})`,
  'gu',
);

/** One of a unit is the same: `1 kg Rp90.000`. */
export function takeRates(scan: Scan): void {
  scan.take(RATE, ({ text, groups }) => {
    const word = groups.word ?? groups.slash ?? groups.adverb ?? '';
    const unit = unitOf(word) ?? (groups.any && text.includes(' ') ? word : null);
    return unit === null ? null : [rate(text, unit)];
  });
}

function rate(text: string, unit: string): Fact {
  const keys = [`per:${unit}`, `${unit}:1`];
  return { text, offers: keys, accepts: keys };
}
