import { perMix } from '../../languages/language.ts';
import { oneOf, patternIn, wordsIn } from '../../languages/words.ts';
import type { Fact, Scan } from './fact.ts';
import { unitOf } from './units.ts';

/** `/kg`, `a month`, `sebulan`, `bulanan`. */
const rateFor = perMix((mix) => {
  const each = patternIn(({ facts }) => facts.each, mix);
  const times = oneOf(wordsIn(({ facts }) => facts.rates, mix));
  const ending = oneOf(wordsIn(({ facts }) => facts.rateEnding, mix));
  return new RegExp(
    `(?<!\\p{L})(?:(?<any>per)[ -]?|${each})(?<word>\\p{L}{2,})|` +
      `\\/ ?(?<slash>\\p{L}+)|(?<!\\p{L})(?<adverb>${times})${ending}(?!\\p{L})`,
    'gu',
  );
});

/** One of a unit is the same: `1 kg Rp90.000`. */
export function takeRates(scan: Scan): void {
  scan.take(rateFor(scan.mix), ({ text, groups }) => {
    const word = groups.word ?? groups.slash ?? groups.adverb ?? '';
    const unit = unitOf(word, scan.mix) ?? (groups.any && text.includes(' ') ? word : null);
    return unit === null ? null : [rate(text, unit)];
  });
}

function rate(text: string, unit: string): Fact {
  const keys = [`per:${unit}`, `${unit}:1`];
  return { text, offers: keys, accepts: keys };
}
