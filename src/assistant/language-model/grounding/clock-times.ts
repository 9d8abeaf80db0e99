import { type Language, type Period, perMix } from '../../languages/language.ts';
import { meaningsIn, oneOf, patternIn } from '../../languages/words.ts';
import type { Fact, Match, Scan } from './fact.ts';
import { isCurrencyBefore, isUnitAfter } from './units.ts';

const HOUR = '(?<hour>[01]?\\d|2[0-4])';
const MINUTE = '[.:](?<minute>[0-5]\\d)';
const START = '(?<![\\d.,:/])';
const END = '(?![\\d]|[.,:/]\\d)';

const wordsFor = perMix((mix) => {
  const periods = meaningsIn(({ facts }) => facts.periods, { languages: mix });
  const period = `(?<period>${oneOf(periods.keys())})(?!\\p{L})`;
  /** `24 jam 7 hari` has no clock time. */
  const at = `(?<!\\d ?)(?<!\\p{L})(?:@|${patternIn(({ facts }) => facts.at, mix)}) ?`;
  const until = `(?:-|${patternIn(({ facts }) => facts.until, mix)})`;
  const patterns = [
    `${START}${HOUR}(?:${MINUTE})? ?${period}`,
    `${START}${HOUR}${MINUTE}${END}`,
    `${at}${HOUR}(?: ?${until} ?(?<until>[01]?\\d|2[0-4]))?(?![\\d%]|[.,:/]\\d)`,
  ];
  return { periods, patterns: patterns.map((pattern) => new RegExp(pattern, 'gu')) };
});

export function takeTimes(scan: Scan): void {
  for (const pattern of wordsFor(scan.mix).patterns)
    scan.take(pattern, (match) => readTimes(match, scan.mix));
}

function readTimes({ text, groups, before, after }: Match, mix: readonly Language[]): Fact[] | null {
  const { periods } = wordsFor(mix);
  const { hour = '', minute, period, until } = groups;
  if (period === undefined && minute !== undefined && !text.includes(':')) {
    if (isCurrencyBefore(before) || isUnitAfter(after, mix)) return null;
  }
  const from = fact(text, hoursOf(hour, periods.get(period ?? '')), Number(minute ?? 0));
  return until === undefined ? [from] : [from, fact(text, hoursOf(until, periods.get(period ?? '')), 0)];
}

function fact(text: string, hours: readonly number[], minute: number): Fact {
  const keys = hours.map((hour) => `time:${(hour % 24) * 60 + minute}`);
  return { text, offers: keys, accepts: keys };
}

/** Without a period, `8` may be in the evening; `08` and `20` may not. */
function hoursOf(text: string, period: Period | undefined): number[] {
  const hour = Number(text);
  const after = hour < 12 ? hour + 12 : hour;
  switch (period) {
    case 'morning':
      return [hour === 12 ? 0 : hour];
    case 'afternoon':
      return [after];
    case 'noon':
      return [hour < 6 ? after : hour];
    case 'night':
      return [hour === 12 ? 0 : hour < 6 ? hour : after];
    default:
      return text.length === 2 || hour > 12 ? [hour] : [hour, after];
  }
}
