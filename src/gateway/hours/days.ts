import { DateTime } from 'luxon';
import { z } from 'zod';
import { FieldErrors } from '../../platform/lib/errors.ts';
import { apiDate } from '../../platform/lib/timestamp.ts';
import type { Hours } from './opening.ts';

const LOCAL = ', in the time zone of the business hours';

/** The query fields that `daysOf` reads. `zone`: where the days are. */
export const dayRange = (maxDays: number, zone: 'UTC' | 'local') => ({
  from: apiDate()
    .optional()
    .meta({
      description: `First day${zone === 'UTC' ? ' (UTC)' : LOCAL}. Default: six days before \`to\`.`,
    }),
  to: apiDate()
    .optional()
    .meta({ description: `Last day, at most ${maxDays} days with \`from\`. Default: today.` }),
});

/** The fields of an answer that say which days it is about. */
export const shownDays = {
  timezone: z.string().meta({ description: 'Days begin at its midnight.', examples: ['Asia/Jakarta'] }),
  from: z.string().meta({ format: 'date', examples: ['2026-11-14'] }),
  to: z.string().meta({ format: 'date', examples: ['2026-11-20'] }),
};

/** Only what belongs to one device. */
export const ofDevice = (description: string) =>
  z
    .string()
    .optional()
    .meta({ format: 'uuid', description, examples: ['5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11'] });

/** `YYYY-MM-DD`, in the time zone of the hours. */
export function localDate({ zone }: Pick<Hours, 'zone'>, at: Date): string {
  return DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd');
}

/** Such as `2026-11-29T16:00:00+07:00 (Asia/Jakarta)`. */
export function localTime({ zone, timezone }: Pick<Hours, 'zone' | 'timezone'>, at: Date): string {
  return `${DateTime.fromJSDate(at, { zone }).toISO({ suppressMilliseconds: true })} (${timezone})`;
}

/** The date some days later, or earlier. */
export function addDays(date: string, days: number): string {
  return DateTime.fromISO(date, { zone: 'utc' }).plus({ days }).toFormat('yyyy-MM-dd');
}

/** The first moment of a local date. */
export function startOfDay({ zone }: Pick<Hours, 'zone'>, date: string): Date {
  return DateTime.fromISO(date, { zone }).startOf('day').toJSDate();
}

const DEFAULT_DAYS = 7;

/** The days of a query. Default: the last seven. FieldErrors when they are too many or in the wrong order. */
export function daysOf(
  given: { from?: string | undefined; to?: string | undefined },
  today: string,
  maxDays: number,
): { from: string; to: string; dates: string[] } {
  const { to = today, from = addDays(to, 1 - DEFAULT_DAYS) } = given;
  if (from > to) throw new FieldErrors({ from: ['must not be later than to'] });
  if (addDays(from, maxDays) <= to)
    throw new FieldErrors({ from: [`must be at most ${maxDays} days with to`] });
  const dates = [from];
  for (let date = addDays(from, 1); date <= to; date = addDays(date, 1)) dates.push(date);
  return { from, to, dates };
}
