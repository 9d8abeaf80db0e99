import { readDecimal } from '../../decimal.ts';
import { type Language, perMix } from '../../languages/language.ts';
import { oneOf, patternIn, valuesIn } from '../../languages/words.ts';
import type { Fact, Match, Scan } from './fact.ts';
import { numberWord, readNumberWords } from './number-words.ts';
import { currencyAfter, currencyBefore, unitAfter } from './units.ts';

const NUMBER = '\\d+(?:[.,]\\d+)*';

const wordsFor = perMix((mix) => {
  const zeros = valuesIn(({ facts }) => facts.zeros, mix);
  const times = oneOf(zeros.keys());
  const until = patternIn(({ facts }) => facts.until, mix);
  const word = numberWord(mix);
  const joined = `(?: |${patternIn(({ facts }) => facts.joints, mix)})`;
  return {
    zeros,
    amount: new RegExp(
      `(?<![\\d]|\\d[.,])(?<number>(?<=(?:rp\\.?|[$€£]|idr|usd|brl) ?)\\d{1,3}(?: \\d{3})+(?!\\d)|${NUMBER})` +
        `(?: ?(?<times>${times})(?!\\p{L}))?(?:,-+)?`,
      'gu',
    ),
    /** `25-30 ribu`: the thousands come last. */
    span: new RegExp(`^ ?(?:-|${until}) ?(?:rp\\.? ?)?${NUMBER} ?(?<times>${times})(?!\\p{L})`, 'u'),
    wordRun: new RegExp(`(?<!\\p{L})${word}(?:${joined}${word}(?!\\p{L}))*(?!\\p{L})`, 'gu'),
  };
});
const LIST_NUMBER = /^ ?(?<number>\d{1,2})[.)] /gmu;

/** No facts. */
export function takeListNumbers(scan: Scan): void {
  let next = 1;
  scan.take(LIST_NUMBER, ({ groups }) => {
    if (Number(groups.number) !== next) return null;
    next += 1;
    return [];
  });
}

export function takeAmounts(scan: Scan): void {
  const { mix } = scan;
  const { zeros, amount: written, span, wordRun } = wordsFor(mix);
  scan.take(written, (match) => {
    const { number = '', times = '' } = match.groups;
    const value = readDecimal(number, zeros.get(times) ?? 0);
    if (value === null) return number.split(/[.,]/).map((part) => amount(match, mix, [String(Number(part))]));
    const shared = times === '' ? span.exec(match.after)?.groups?.times : undefined;
    const inSpan = shared === undefined ? null : readDecimal(number, zeros.get(shared) ?? 0);
    return [amount(match, mix, inSpan === null ? [value] : [inSpan, value])];
  });
  scan.take(wordRun, (match) => {
    const values = readNumberWords(match.text, mix);
    // `half the price` is a promise.
    if (values.length === 0) return null;
    // Also articles.
    if (values.join() === '1' && unitAfter(match.after, mix) === null) return null;
    return values.map((value) => amount(match, mix, [value]));
  });
}

/** A number without unit proves one with a unit, as below a heading, and the other way. */
function amount({ text, before, after }: Match, mix: readonly Language[], values: readonly string[]): Fact {
  const currency = currencyBefore(before) ?? currencyAfter(after, mix);
  const kind = currency === null ? unitAfter(after, mix) : `money-${currency}`;
  const offers = values.flatMap((value) => [`${kind ?? 'bare'}:${value}`, `any:${value}`]);
  const accepts = values.flatMap((value) =>
    kind === null ? [`any:${value}`] : [`${kind}:${value}`, `bare:${value}`],
  );
  return { text: `${text}${kind === null ? '' : ` (${kind})`}`, offers, accepts };
}
