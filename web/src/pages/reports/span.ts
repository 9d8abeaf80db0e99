import { addDays, dayIn, isDay } from './days.ts';

/** Days up to today. */
export const SPANS = [7, 30, 90] as const;
/** As the API takes at most. */
const MAX_DAYS = 92;

/** What a report is about, in the address of the page. */
export interface Span {
  /** Days up to today. Without it and without own dates: 7. */
  days?: 30 | 90;
  /** Own dates, both of them. */
  from?: string;
  to?: string;
  /** Without it: all devices. */
  device?: string;
}

export function readSpan({ days, from, to, device }: Record<string, unknown>): Span {
  const own = isDay(from) && isDay(to) ? withinLimit({ from, to }) : null;
  return {
    ...(own ?? ((days === 30 || days === 90) && { days })),
    ...(typeof device === 'string' && device !== '' && { device }),
  };
}

/** A first day that is too early gives way. */
function withinLimit({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const earliest = addDays(to, 1 - MAX_DAYS);
  return { from: from > to ? to : from < earliest ? earliest : from, to };
}

/** What a query asks for. Without `to`: up to today where the business is. */
export interface Asked {
  from: string;
  to?: string;
  device?: string;
}

export function askedIn({ days, from, to, device }: Span, now = new Date()): Asked {
  const of = device === undefined ? {} : { device };
  return from && to ? { from, to, ...of } : { from: addDays(dayIn(now), 1 - (days ?? 7)), ...of };
}

/** As many days before these. */
export function beforeOf({ from, to }: { from: string; to: string }, device: string | undefined): Asked {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  return { from: addDays(from, -days), to: addDays(from, -1), ...(device !== undefined && { device }) };
}

/** The query of the API. */
export const queryOf = ({ device, ...days }: Asked): { from: string; to?: string; device_uuid?: string } => ({
  ...days,
  ...(device !== undefined && { device_uuid: device }),
});
