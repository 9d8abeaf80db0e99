import { DateTime } from 'luxon';
import { addDays } from '../../../gateway/hours/days.ts';
import { plainAnswers } from '../../manners.ts';
import { normalise } from '../../matching.ts';

const MONTHS = [
  ['januari', 'january', 'jan'],
  ['februari', 'february', 'feb', 'peb'],
  ['maret', 'march', 'mar'],
  ['april', 'apr'],
  ['mei', 'may'],
  ['juni', 'june', 'jun'],
  ['juli', 'july', 'jul'],
  ['agustus', 'august', 'agu', 'agt', 'ags', 'aug'],
  ['september', 'sept', 'sep'],
  ['oktober', 'october', 'okt', 'oct'],
  ['november', 'nopember', 'nov', 'nop'],
  ['desember', 'december', 'des', 'dec'],
];
const DAYS_FROM_TODAY: Readonly<Record<string, number>> = {
  ...{ 'hari ini': 0, today: 0, sekarang: 0, besok: 1, esok: 1, tomorrow: 1, lusa: 2 },
};
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
/** The day comes first, as in Indonesia and most of the world. */
const NUMBERS = /^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{4}|\d{2}))?$/;
const NAMED = /^(?:tgl |tanggal )?(\d{1,2})(?:st|nd|rd|th)? ([a-z]+)\.?,?(?: (\d{4}))?$/;
const NAMED_FIRST = /^([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/;

/** `YYYY-MM-DD`. A date without a year is the next one. Null: no date. */
export function readDate(text: string, today: string): string | null {
  const dates = plainAnswers(normalise(text)).map((written) => dateIn(written, today));
  return dates.find((date) => date !== null) ?? null;
}

function dateIn(written: string, today: string): string | null {
  const days = Object.hasOwn(DAYS_FROM_TODAY, written) ? DAYS_FROM_TODAY[written] : undefined;
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
const monthOf = (name = '') => MONTHS.findIndex((names) => names.includes(name)) + 1;

function dateOf(year: number, month: number, day: number): string | null {
  const date = DateTime.fromObject({ year, month, day }, { zone: 'utc' });
  return date.isValid && year >= 1000 ? date.toFormat('yyyy-MM-dd') : null;
}
