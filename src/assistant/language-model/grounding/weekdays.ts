import { perMix } from '../../languages/language.ts';
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

const wordsFor = perMix((mix) => {
  const numbers = placesIn(({ facts }) => facts.weekdays, mix);
  const name = oneOf(numbers.keys());
  const until = `(?:-|${patternIn(({ facts }) => facts.until, mix)})`;
  const day = oneOf(wordsIn(({ facts }) => facts.units.day ?? '', mix));
  const relative = meaningsIn(({ facts }) => facts.days, { split: splitPhrases, languages: mix });
  /** Names that also mean a week. */
  const weeks = inAllLanguages(
    ({ facts: { week } }) =>
      week === null ? [] : [[week.day, [new RegExp(week.before, 'u'), new RegExp(week.after, 'u')]] as const],
    mix,
  );
  return {
    numbers,
    days: new RegExp(
      `(?<!\\p{L})(?<from>${name})(?: ?${until} ?(?:${day} )?(?<to>${name}))?(?!\\p{L})`,
      'gu',
    ),
    every: new RegExp(`(?<!\\p{L})${patternIn(({ facts }) => facts.eachDay, mix)}(?!\\p{L})`, 'gu'),
    weeks: new Map(weeks),
    relative,
    relativeDay: new RegExp(`(?<!\\p{L})${oneOf(relative.keys())}(?!\\p{L})`, 'gu'),
  };
});

/** Each day of a span. */
export function takeWeekdays(scan: Scan): void {
  const { numbers, days: named, every, weeks, relative, relativeDay } = wordsFor(scan.mix);
  scan.take(every, ({ text }) => [days(text, [0, 1, 2, 3, 4, 5, 6])].flat());
  scan.take(named, ({ text, groups, before, after }) => {
    const [isBefore, isAfter] = weeks.get(groups.from ?? '') ?? [];
    if (groups.to === undefined && (isBefore?.test(before) || isAfter?.test(after))) return null;
    const from = (numbers.get(groups.from ?? '') ?? 1) - 1;
    const to = groups.to === undefined ? from : (numbers.get(groups.to) ?? 1) - 1;
    const length = (to - from + 7) % 7;
    return days(
      text,
      Array.from({ length: length + 1 }, (_, n) => (from + n) % 7),
    );
  });
  scan.take(relativeDay, ({ text }) => {
    const key = `day:${relative.get(text)}`;
    return [{ text, offers: [key], accepts: [key] }];
  });
}

const days = (text: string, numbers: readonly number[]): Fact[] =>
  numbers.map((number) => ({ text, offers: [`weekday:${number}`], accepts: [`weekday:${number}`] }));
