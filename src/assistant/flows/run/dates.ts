import { DateTime } from 'luxon';
import { addDays } from '../../../gateway/hours/days.ts';
import { oneOf, phrasesIn, placesIn, wordsIn } from '../../languages/words.ts';
import { plainAnswers } from '../../manners.ts';
import { normalise } from '../../matching.ts';

const MONTHS = placesIn(({ facts }) => facts.months);
const DAYS_FROM_TODAY = new Map([
  ...wordsIn(({ facts }) => facts.now).map((word) => [word, 0] as const),
  ...(['today', 'tomorrow', 'in two days'] as const).flatMap((name, days) =>
    phrasesIn(({ facts }) => facts.days[name]).map((phrase) => [phrase, days] as const),
  ),
]);
const BEFORE_DATE = oneOf(wordsIn(({ facts }) => facts.beforeDate));
const DAY = `(\\d{1,2})${oneOf(wordsIn(({ facts }) => facts.dayEndings))}?`;
const OF = oneOf(wordsIn(({ facts }) => facts.of));
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
/** The day comes first, as in Indonesia and most of the world. */
const NUMBERS = /^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{4}|\d{2}))?$/;
const NAMED = new RegExp(`^(?:${BEFORE_DATE} )?${DAY} (?:${OF} )?(\\p{L}+)\\.?,?(?: (\\d{4}))?$`, 'u');
const NAMED_FIRST = new RegExp(`^(\\p{L}+)\\.? ${DAY}(?:,? (\\d{4}))?$`, 'u');

/** `YYYY-MM-DD`. A date without a year is the next one. Null: no date. */
export function readDate(text: string, today: string): string | null {
  const dates = plainAnswers(normalise(text)).map((written) => dateIn(written, today));
  return dates.find((date) => date !== null) ?? null;
}

function dateIn(written: string, today: string): string | null {
  const days = DAYS_FROM_TODAY.get(written);
  if (days !== undefined) return addDays(today, days);
  const [year, month, day] = partsIn(written) ?? [];
  if (month === undefined || day === undefined) return null;
  if (year !== undefined) return dateOf(year, month, day);
  const thisYear = Number(today.slice(0, 4));
  // 29 February can be four years away, or eight around 2100.
  for (let next = thisYear; next <= thisYear + 8; next += 1) {
    const date = dateOf(next, month, day);
    if (date !== null && date >= today) return date;
  }
  return null;
}

type Parts = [year: number | undefined, month: number, day: number];

function partsIn(text: string): Parts | null {
  const iso = ISO.exec(text);
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3])];
  const numbers = NUMBERS.exec(text);
  if (numbers) return [yearOf(numbers[3]), Number(numbers[2]), Number(numbers[1])];
  const named = NAMED.exec(text);
  if (named) return [yearOf(named[3]), monthOf(named[2]), Number(named[1])];
  const first = NAMED_FIRST.exec(text);
  return first ? [yearOf(first[3]), monthOf(first[1]), Number(first[2])] : null;
}

function yearOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  if (written.length > 2) return Number(written);
  const year = Number(written);
  return year < 70 ? 2000 + year : 1900 + year;
}

/** 0: no month, which no date has. */
const monthOf = (name = '') => MONTHS.get(name) ?? 0;

function dateOf(year: number, month: number, day: number): string | null {
  const date = DateTime.fromObject({ year, month, day }, { zone: 'utc' });
  return date.isValid && year >= 1000 ? date.toFormat('yyyy-MM-dd') : null;
}
