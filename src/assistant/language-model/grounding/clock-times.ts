import { meaningsIn, oneOf, patternIn } from '../../languages/words.ts';
import type { Fact, Match, Scan } from './fact.ts';
import { isCurrencyBefore, isUnitAfter } from './units.ts';

const PERIODS = meaningsIn(({ facts }) => facts.periods);
const PERIOD = `(?<period>${oneOf(PERIODS.keys())})(?!\\p{L})`;
const HOUR = '(?<hour>[01]?\\d|2[0-4])';
const MINUTE = '[.:](?<minute>[0-5]\\d)';
const START = '(?<![\\d.,:/])';
const END = '(?![\\d]|[.,:/]\\d)';
/** `24 jam 7 hari` has no clock time. */
const AT = `(?<!\\d ?)(?<!\\p{L})(?:@|${patternIn(({ facts }) => facts.at)}) ?`;
const UNTIL = `(?:-|${patternIn(({ facts }) => facts.until)})`;

const PATTERNS = [
  `${START}${HOUR}(?:${MINUTE})? ?${PERIOD}`,
  `${START}${HOUR}${MINUTE}${END}`,
  `${AT}${HOUR}(?: ?${UNTIL} ?(?<until>[01]?\\d|2[0-4]))?(?![\\d%]|[.,:/]\\d)`,
].map((pattern) => new RegExp(pattern, 'gu'));

export function takeTimes(scan: Scan): void {
  for (const pattern of PATTERNS) scan.take(pattern, readTimes);
}

function readTimes({ text, groups, before, after }: Match): Fact[] | null {
  const { hour = '', minute, period, until } = groups;
  if (period === undefined && minute !== undefined && !text.includes(':')) {
    if (isCurrencyBefore(before) || isUnitAfter(after)) return null;
  }
  const from = fact(text, hoursOf(hour, period), Number(minute ?? 0));
  return until === undefined ? [from] : [from, fact(text, hoursOf(until, period), 0)];
}

function fact(text: string, hours: readonly number[], minute: number): Fact {
  const keys = hours.map((hour) => `time:${(hour % 24) * 60 + minute}`);
  return { text, offers: keys, accepts: keys };
}

/** Without a period, `8` may be in the evening; `08` and `20` may not. */
function hoursOf(text: string, period: string | undefined): number[] {
  const hour = Number(text);
  const after = hour < 12 ? hour + 12 : hour;
  switch (PERIODS.get(period ?? '')) {
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
