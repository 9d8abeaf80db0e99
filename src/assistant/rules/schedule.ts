import { DAYS, type Hours } from '../../gateway/hours/opening.ts';
import { DAY, HOUR, MINUTE } from '../../platform/lib/clock.ts';

/** Dates, days and times in the time zone of the business hours. Missing parts do not limit. */
export interface Schedule {
  from_date: string | null;
  until_date: string | null;
  days: readonly (typeof DAYS)[number][] | null;
  /** `HH:MM`. With `to` earlier than `from` the time ends on the next day. */
  from: string | null;
  to: string | null;
}

/** 1970-01-01 was a Thursday. */
const FIRST_DAY = 3;

export function isWithin(schedule: Schedule, { zone }: Pick<Hours, 'zone'>, at: Date): boolean {
  const local = at.getTime() + zone.offset(at.getTime()) * MINUTE;
  const today = Math.floor(local / DAY);
  const time = local - today * DAY;
  const from = sinceMidnight(schedule.from ?? '00:00');
  const to = sinceMidnight(schedule.to ?? '24:00');
  if (from < to) return from <= time && time < to && fits(schedule, today);
  return time >= from ? fits(schedule, today) : time < to && fits(schedule, today - 1);
}

/** Whether its last day has passed. */
export function isOver({ until_date, from, to }: Schedule, { zone }: Pick<Hours, 'zone'>, at: Date): boolean {
  if (until_date === null) return false;
  const local = at.getTime() + zone.offset(at.getTime()) * MINUTE;
  // A time over midnight ends on the day after.
  const isOverMidnight = sinceMidnight(from ?? '00:00') >= sinceMidnight(to ?? '24:00');
  return dateOf(Math.floor(local / DAY) - (isOverMidnight ? 1 : 0)) > until_date;
}

const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** `day` counts from 1970-01-01. */
function fits({ from_date, until_date, days }: Schedule, day: number): boolean {
  const name = DAYS[(day + FIRST_DAY) % 7];
  if (days !== null && (name === undefined || !days.includes(name))) return false;
  const date = dateOf(day);
  return (from_date === null || date >= from_date) && (until_date === null || date <= until_date);
}

function sinceMidnight(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * HOUR + Number(minutes) * MINUTE;
}
