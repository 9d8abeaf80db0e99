import { IANAZone } from 'luxon';
import { DAY, HOUR, MINUTE } from '../../platform/lib/clock.ts';

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** `HH:MM`; `to` is exclusive, may be `24:00`. */
export interface Span {
  from: string;
  to: string;
}

export interface WrittenHours {
  timezone: string;
  weekly: Readonly<Record<(typeof DAYS)[number], readonly Span[]>>;
  holidays: readonly { date: string; name?: string | undefined; hours: readonly Span[] }[];
}

/** The same times each day. */
export const everyDay = (hours: readonly Span[]): WrittenHours['weekly'] => ({
  monday: hours,
  tuesday: hours,
  wednesday: hours,
  thursday: hours,
  friday: hours,
  saturday: hours,
  sunday: hours,
});

/** Milliseconds since local midnight. */
interface DaySpan {
  from: number;
  to: number;
}

export interface Hours {
  readonly timezone: string;
  readonly zone: IANAZone;
  /** From Monday on. */
  readonly weekly: readonly (readonly DaySpan[])[];
  /** By local day since 1970-01-01. */
  readonly holidays: ReadonlyMap<number, readonly DaySpan[]>;
}

/** Milliseconds since the epoch. `to` is exclusive. */
export interface OpenTime {
  from: number;
  to: number;
}

/** Holidays can close almost four years. */
const HORIZON = 4 * 366 * DAY;
/** No zone changes its offset twice a week since 2000. */
const STEP = 7 * DAY;
/** 1970-01-01 was a Thursday. */
const FIRST_DAY = 3;

/** A zone that this Node lacks counts as UTC. */
export function hoursFrom({ timezone, weekly, holidays }: WrittenHours): Hours {
  const isKnown = IANAZone.isValidZone(timezone);
  return {
    timezone,
    zone: IANAZone.create(isKnown ? timezone : 'UTC'),
    weekly: DAYS.map((day) => weekly[day].map(spanFrom)),
    holidays: new Map(holidays.map(({ date, hours }) => [Date.parse(date) / DAY, hours.map(spanFrom)])),
  };
}

const spanFrom = ({ from, to }: Span): DaySpan => ({ from: sinceMidnight(from), to: sinceMidnight(to) });

function sinceMidnight(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * HOUR + Number(minutes) * MINUTE;
}

/** By local times of a local date. */
export function isOpen(hours: Hours, at: Date): boolean {
  const local = at.getTime() + offsetOf(hours, at.getTime());
  const day = Math.floor(local / DAY);
  const time = local - day * DAY;
  return spansOf(hours, day).some(({ from, to }) => from <= time && time < to);
}

/** The time itself when open. Null: none within four years. */
export function nextOpening(hours: Hours, at: Date): Date | null {
  const [first] = pieces(hours, at.getTime(), at.getTime() + HORIZON);
  return first ? new Date(first.from) : null;
}

/** Null: none within the milliseconds. */
export function nextChange(hours: Hours, at: Date, withinMs: number): Date | null {
  const end = at.getTime() + withinMs;
  const [first] = openTimes(hours, at.getTime(), end);
  if (!first) return null;
  const change = first.from > at.getTime() ? first.from : first.to;
  return change < end ? new Date(change) : null;
}

/** In milliseconds; 0 when `to` is not later. */
export function openTimeBetween(hours: Hours, from: Date, to: Date): number {
  let total = 0;
  for (const open of pieces(hours, from.getTime(), to.getTime())) total += open.to - open.from;
  return total;
}

/** When the milliseconds of open time have passed. Null: not within four years. */
export function afterOpenTime(hours: Hours, from: Date, ms: number): Date | null {
  let left = ms;
  for (const open of pieces(hours, from.getTime(), from.getTime() + HORIZON)) {
    if (open.to - open.from >= left) return new Date(open.from + left);
    left -= open.to - open.from;
  }
  return null;
}

/** In order. Touching times are one. */
export function* openTimes(hours: Hours, from: number, until: number): Generator<OpenTime> {
  let last: OpenTime | null = null;
  for (const next of pieces(hours, from, until)) {
    if (last?.to === next.from) {
      last.to = next.to;
    } else {
      if (last) yield last;
      last = next;
    }
  }
  if (last) yield last;
}

/** Per offset and local day. */
function* pieces(hours: Hours, from: number, until: number): Generator<OpenTime> {
  let start = from;
  while (start < until) {
    const offset = offsetOf(hours, start);
    const end = sameOffsetUntil(hours, start, Math.min(start + STEP, until), offset);
    for (let day = Math.floor((start + offset) / DAY); day * DAY - offset < end; day += 1) {
      for (const span of spansOf(hours, day)) {
        const open = {
          from: Math.max(day * DAY + span.from - offset, start),
          to: Math.min(day * DAY + span.to - offset, end),
        };
        if (open.from < open.to) yield open;
      }
    }
    start = end;
  }
}

/** Offsets change at whole minutes. */
function sameOffsetUntil(hours: Hours, start: number, end: number, offset: number): number {
  if (offsetOf(hours, end - 1) === offset) return end;
  let [before, after] = [start, end - 1];
  while (after - before > MINUTE) {
    const middle = Math.floor((before + after) / 2);
    if (offsetOf(hours, middle) === offset) before = middle;
    else after = middle;
  }
  return Math.floor(after / MINUTE) * MINUTE;
}

const offsetOf = ({ zone }: Hours, at: number) => zone.offset(at) * MINUTE;

function spansOf({ weekly, holidays }: Hours, day: number): readonly DaySpan[] {
  return holidays.get(day) ?? weekly[(((day + FIRST_DAY) % 7) + 7) % 7] ?? [];
}
