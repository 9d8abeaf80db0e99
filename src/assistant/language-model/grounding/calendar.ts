import { perMix } from '../../languages/language.ts';
import { oneOf, patternIn, placesIn, setOf, wordsIn } from '../../languages/words.ts';
import type { Fact, Match, Scan } from './fact.ts';

const YEAR = '(?<year>(?:19|20)\\d{2})';
const START = '(?<![\\d.,/-])';
const END = '(?![\\d/]|[.,-]\\d)';

const wordsFor = perMix((mix) => {
  const months = placesIn(({ facts }) => facts.months, mix);
  const names = oneOf(months.keys());
  const inDates = setOf(({ facts }) => facts.monthsInDates, mix);
  /** Short names, and those of other meanings, are no months alone. */
  const alone = oneOf([...months.keys()].filter((name) => name.length > 4 && !inDates.has(name)));
  const day = `(?<day>\\d{1,2})${oneOf(wordsIn(({ facts }) => facts.dayEndings, mix))}?`;
  const of = oneOf(wordsIn(({ facts }) => facts.of, mix));
  const and = oneOf(wordsIn(({ facts }) => facts.and, mix));
  const until = ` ?(?:-|&|${patternIn(({ facts }) => facts.until, mix)}|${and}) ?`;
  const ofYear = `,? ?(?:${of} )?${YEAR}`;
  const patterns = [
    `${START}(?<year>\\d{4})[-/.](?<month>\\d{1,2})[-/.](?<day>\\d{1,2})${END}`,
    `${START}(?<first>\\d{1,2})(?<sign>[-/.])(?<second>\\d{1,2})\\k<sign>(?<short>\\d{4}|\\d{2})${END}`,
    `${START}(?:(?<from>\\d{1,2})${until})?${day} ?(?:${of} )?(?<name>${names})(?!\\p{L})\\.?(?:${ofYear}(?!\\d))?`,
    `(?<!\\p{L})(?<name>${names})\\.? ${day}(?![\\d.:])(?:${until}(?<to>\\d{1,2})(?!\\d))?(?:,? ${YEAR}(?!\\d))?`,
    `(?<!\\p{L})(?<name>${names})\\.?,? (?:${of} )?${YEAR}(?!\\d)`,
    `(?<!\\p{L})(?<name>${alone})(?!\\p{L})`,
  ];
  return { months, patterns: patterns.map((pattern) => new RegExp(pattern, 'gu')) };
});

export function takeDates(scan: Scan): void {
  const { months, patterns } = wordsFor(scan.mix);
  for (const pattern of patterns) scan.take(pattern, (match) => readDates(match, months));
}

type Months = ReadonlyMap<string, number>;

function readDates(match: Match, months: Months): Fact[] | null {
  const { month, year } = monthOf(match.groups, months);
  if (month === null) return null;
  const { first, second, day, from, to } = match.groups;
  const ordered = first === undefined ? day : Number(second) > 12 ? second : first;
  const days = [from, ordered, to].filter((each) => each !== undefined).map(Number);
  if (days.some((each) => each < 1 || each > 31)) return null;
  if (days.length === 0) return [fact(match.text, { year, month, day: null })];
  return days.map((each) => fact(match.text, { year, month, day: each }));
}

/** Days come first, unless that cannot be. */
function monthOf(groups: Match['groups'], months: Months): { month: number | null; year: number | null } {
  const { name, month, first, second, short, year } = groups;
  if (name !== undefined) return { month: months.get(name) ?? null, year: year ? Number(year) : null };
  const full = short === undefined ? Number(year) : Number(short) + (short.length === 2 ? 2000 : 0);
  const number = Number(month ?? (Number(second) > 12 ? first : second));
  return { month: number >= 1 && number <= 12 ? number : null, year: full };
}

/** A year that no source names is invented. */
function fact(
  text: string,
  { year, month, day }: { year: number | null; month: number; day: number | null },
): Fact {
  const months = [`month:${month}`, ...(year === null ? [] : [`month:${year}-${month}`, `any:${year}`])];
  const wanted = year === null ? '' : `${year}-`;
  if (day === null) return { text, offers: months, accepts: [`month:${wanted}${month}`] };
  const dates = [`date:${month}-${day}`, ...(year === null ? [] : [`date:${year}-${month}-${day}`])];
  return { text, offers: [...months, ...dates, `any:${day}`], accepts: [`date:${wanted}${month}-${day}`] };
}
