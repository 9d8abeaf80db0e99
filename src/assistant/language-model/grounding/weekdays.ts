import {
  inAllLanguages,
  meaningsIn,
  oneOf,
  patternIn,
  placesIn,
  splitPhrases,
  wordsIn,
} from '../../languages/words.ts';
import type { Fact, Scan } from './fact.ts';

const NUMBERS = placesIn(({ facts }) => facts.weekdays);
const NAME = oneOf(NUMBERS.keys());
const UNTIL = `(?:-|${patternIn(({ facts }) => facts.until)})`;
const WORD_FOR_DAY = oneOf(wordsIn(({ facts }) => facts.units.day ?? ''));
const DAYS = new RegExp(
  `(?<!\\p{L})(?<from>${NAME})(?: ?${UNTIL} ?(?:${WORD_FOR_DAY} )?(?<to>${NAME}))?(?!\\p{L})`,
  'gu',
);
const EVERY = new RegExp(`(?<!\\p{L})${patternIn(({ facts }) => facts.eachDay)}(?!\\p{L})`, 'gu');
/** A name that also means a week. */
const WEEKS = new Map(
  inAllLanguages(({ facts: { week } }) =>
    week === null ? [] : [[week.day, [new RegExp(week.before, 'u'), new RegExp(week.after, 'u')]] as const],
  ),
);
const RELATIVE = meaningsIn(({ facts }) => facts.days, splitPhrases);
const RELATIVE_DAY = new RegExp(`(?<!\\p{L})${oneOf(RELATIVE.keys())}(?!\\p{L})`, 'gu');

/** Each day of a span. */
export function takeWeekdays(scan: Scan): void {
  scan.take(EVERY, ({ text }) => [days(text, [0, 1, 2, 3, 4, 5, 6])].flat());
  scan.take(DAYS, ({ text, groups, before, after }) => {
    const [isBefore, isAfter] = WEEKS.get(groups.from ?? '') ?? [];
    if (groups.to === undefined && (isBefore?.test(before) || isAfter?.test(after))) return null;
    const from = (NUMBERS.get(groups.from ?? '') ?? 1) - 1;
    const to = groups.to === undefined ? from : (NUMBERS.get(groups.to) ?? 1) - 1;
    const length = (to - from + 7) % 7;
    return days(
      text,
      Array.from({ length: length + 1 }, (_, n) => (from + n) % 7),
    );
  });
  scan.take(RELATIVE_DAY, ({ text }) => {
    const key = `day:${RELATIVE.get(text)}`;
    return [{ text, offers: [key], accepts: [key] }];
  });
}

const days = (text: string, numbers: readonly number[]): Fact[] =>
  numbers.map((number) => ({ text, offers: [`weekday:${number}`], accepts: [`weekday:${number}`] }));
