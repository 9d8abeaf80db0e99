import { DateTime } from 'luxon';
import type { Hours } from './opening.ts';

/** `YYYY-MM-DD`, in the time zone of the hours. */
export function localDate({ zone }: Pick<Hours, 'zone'>, at: Date): string {
  return DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd');
}

/** The date some days later, or earlier. */
export function addDays(date: string, days: number): string {
  return DateTime.fromISO(date, { zone: 'utc' }).plus({ days }).toFormat('yyyy-MM-dd');
}

/** The first moment of a local date. */
export function startOfDay({ zone }: Pick<Hours, 'zone'>, date: string): Date {
  return DateTime.fromISO(date, { zone }).startOf('day').toJSDate();
}
