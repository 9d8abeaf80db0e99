import type { Schema } from '../../../api/schemas.ts';

export type Hours = Schema<'SetBusinessHours'>;
export type Span = Hours['weekly']['monday'][number];

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const WORKDAY: Span = { from: '09:00', to: '17:00' };
const END_OF_DAY = '24:00';

/** What the form begins with. Without hours, a usual week is a better start than always open. */
export function startOf(present: Schema<'BusinessHours'>, timezone: string): Hours {
  if (present.source !== 'default') {
    const { weekly, holidays } = present;
    return structuredClone({ timezone: present.timezone, weekly, holidays });
  }
  const weekly = Object.fromEntries(
    DAYS.map((day) => [day, day === 'saturday' || day === 'sunday' ? [] : [{ ...WORKDAY }]]),
  ) as Hours['weekly']; // every day has an entry
  return { timezone, weekly, holidays: [] };
}

/** Another span after the last one of the day; the day is full when none fits. */
export function nextSpan(spans: readonly Span[]): Span | null {
  const last = spans.at(-1);
  if (last === undefined) return { ...WORKDAY };
  return last.to >= '23:00' ? null : { from: last.to, to: END_OF_DAY };
}

/** Fields for times have no 24:00: midnight at the end of a span means the end of the day. */
export const endOf = (typed: string) => (typed === '00:00' ? END_OF_DAY : typed);
export const typedEnd = (end: string) => (end === END_OF_DAY ? '00:00' : end);

/** How people in Indonesia call their zones. */
export const KNOWN_ZONES: Readonly<Record<string, string>> = {
  'Asia/Jakarta': 'WIB',
  'Asia/Pontianak': 'WIB',
  'Asia/Makassar': 'WITA',
  'Asia/Jayapura': 'WIT',
};

/** The chosen zone, those with a short name, then all others. */
export const zonesWith = (chosen: string): string[] => [
  ...new Set([chosen, ...Object.keys(KNOWN_ZONES), ...Intl.supportedValuesOf('timeZone')]),
];

/** A week whose days all have these times. */
export const sameAs = (spans: readonly Span[]) =>
  Object.fromEntries(DAYS.map((day) => [day, spans.map((span) => ({ ...span }))]));
