import { readDecimal } from '../../decimal.ts';
import { oneOf, patternIn, valuesIn } from '../../languages/words.ts';
import type { Fact, Match, Scan } from './fact.ts';
import { readNumberWords, WORDS } from './number-words.ts';
import { currencyAfter, currencyBefore, unitAfter } from './units.ts';

const ZEROS = valuesIn(({ facts }) => facts.zeros);
const TIMES = oneOf(ZEROS.keys());
const UNTIL = patternIn(({ facts }) => facts.until);
const NUMBER = '\\d+(?:[.,]\\d+)*';
const AMOUNT = new RegExp(
  `(?<![\\d]|\\d[.,])(?<number>(?<=(?:rp\\.?|[$€£]|idr|usd) ?)\\d{1,3}(?: \\d{3})+(?!\\d)|${NUMBER})` +
    `(?: ?(?<times>${TIMES})(?!\\p{L}))?(?:,-+)?`,
  'gu',
);
/** `25-30 ribu`: the thousands come last. */
const SPAN = new RegExp(`^ ?(?:-|${UNTIL}) ?(?:rp\\.? ?)?${NUMBER} ?(?<times>${TIMES})(?!\\p{L})`, 'u');
const JOINED = `(?: |${patternIn(({ facts }) => facts.joints)})`;
const WORD_RUN = new RegExp(`(?<!\\p{L})${WORDS}(?:${JOINED}${WORDS}(?!\\p{L}))*(?!\\p{L})`, 'gu');
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
  scan.take(AMOUNT, (match) => {
    const { number = '', times = '' } = match.groups;
    const value = readDecimal(number, ZEROS.get(times) ?? 0);
    if (value === null) return number.split(/[.,]/).map((part) => amount(match, [String(Number(part))]));
    const shared = times === '' ? SPAN.exec(match.after)?.groups?.times : undefined;
    const inSpan = shared === undefined ? null : readDecimal(number, ZEROS.get(shared) ?? 0);
    return [amount(match, inSpan === null ? [value] : [inSpan, value])];
  });
  scan.take(WORD_RUN, (match) => {
    const values = readNumberWords(match.text);
    // `half the price` is a promise.
    if (values.length === 0) return null;
    // Also articles.
    if (values.join() === '1' && unitAfter(match.after) === null) return null;
    return values.map((value) => amount(match, [value]));
  });
}

/** A number without unit proves one with a unit, as below a heading, and the other way. */
function amount({ text, before, after }: Match, values: readonly string[]): Fact {
  const currency = currencyBefore(before) ?? currencyAfter(after);
  const kind = currency === null ? unitAfter(after) : `money-${currency}`;
  const offers = values.flatMap((value) => [`${kind ?? 'bare'}:${value}`, `any:${value}`]);
  const accepts = values.flatMap((value) =>
    kind === null ? [`any:${value}`] : [`${kind}:${value}`, `bare:${value}`],
  );
  return { text: `${text}${kind === null ? '' : ` (${kind})`}`, offers, accepts };
}
