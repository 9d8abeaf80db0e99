import { useLanguage } from './language.ts';
import { type Language, localeOf, translate } from './translate.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Time = string | number | Date;

/** How the dashboard writes numbers and times, in the time zone of the browser. */
export interface Format {
  number(value: number): string;
  /** An amount of money, such as `Rp 45.000`. */
  amount(value: number, currency: string | null): string;
  /** A share of 0 to 1, such as `92 %`. */
  percent(share: number): string;
  /** The clock alone today, else day and month, with the year when it is another one. */
  short(time: Time): string;
  /** Hours and minutes. */
  clock(time: Time): string;
  day(time: Time): string;
  /** Without the year. */
  dayMonth(time: Time): string;
  /** Short, by its number from Monday, which is 1. */
  weekday(day: number): string;
  /** Day, hour and minute. */
  full(time: Time): string;
  /** With seconds, for logs. */
  exact(time: Time): string;
  /** When something ends or begins: the hour counts, the year does not. */
  moment(time: Time): string;
  /** Such as `3 minutes ago`. */
  ago(time: Time, now?: number): string;
  /** A span in milliseconds, such as `2 h 5 min`. */
  span(ms: number): string;
  bytes(count: number): string;
}

const made = new Map<Language, Format>();

export function useFormat(): Format {
  return formatOf(useLanguage());
}

export function formatOf(language: Language): Format {
  const known = made.get(language) ?? createFormat(language);
  made.set(language, known);
  return known;
}

function createFormat(language: Language): Format {
  const locale = localeOf(language);
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  const clock = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const dayMonth = dates({ day: 'numeric', month: 'short' });
  const day = dates({ day: 'numeric', month: 'short', year: 'numeric' });
  const full = dates({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
  const exact = dates({ dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const justNow = translate('common.format', language, 'justNow');
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const of = (time: Time) => new Date(time);
  return {
    number: (value) => number.format(value),
    amount: (value, currency) => amountOf(value, currency, locale),
    percent: (share) => percent.format(share),
    short: (time) => {
      const [at, now] = [of(time), new Date()];
      if (at.toDateString() === now.toDateString()) return clock.format(at);
      return at.getFullYear() === now.getFullYear() ? dayMonth.format(at) : day.format(at);
    },
    clock: (time) => clock.format(of(time)),
    day: (time) => day.format(of(time)),
    dayMonth: (time) => dayMonth.format(of(time)),
    // 1 January 2024 was a Monday.
    weekday: (index) => weekday.format(Date.UTC(2024, 0, index)),
    full: (time) => full.format(of(time)),
    exact: (time) => exact.format(of(time)),
    moment: (time) => {
      const at = of(time);
      const hour = clock.format(at);
      return at.toDateString() === new Date().toDateString() ? hour : `${dayMonth.format(at)}, ${hour}`;
    },
    ago: (time, now = Date.now()) => {
      const ms = of(time).getTime() - now;
      const size = Math.abs(ms);
      if (size < MINUTE / 2) return justNow;
      if (size < HOUR) return relative.format(Math.round(ms / MINUTE), 'minute');
      if (size < DAY) return relative.format(Math.round(ms / HOUR), 'hour');
      return relative.format(Math.round(ms / DAY), 'day');
    },
    span: (ms) => spanOf(ms, language, number),
    bytes: (count) => bytesOf(count, number),
  };
}

/** Strangers write the code of the currency, and `Intl` throws at codes of other lengths. */
function amountOf(value: number, currency: string | null, locale: string): string {
  const whole = Number.isInteger(value) ? { minimumFractionDigits: 0 } : {};
  if (currency && /^[a-z]{3}$/i.test(currency))
    return new Intl.NumberFormat(locale, { style: 'currency', currency, ...whole }).format(value);
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value);
  return currency ? `${number} ${currency}` : number;
}

function spanOf(ms: number, language: Language, number: Intl.NumberFormat): string {
  const [d, h, m, s] = (['days', 'hours', 'minutes', 'seconds'] as const).map((unit) =>
    translate('common.format', language, unit),
  );
  if (ms < MINUTE) return `${number.format(Math.round(ms / 1000))} ${s}`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} ${m}`;
  const [large, largeUnit, small, smallUnit] = ms < DAY ? [HOUR, h, MINUTE, m] : [DAY, d, HOUR, h];
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)} ${largeUnit}${rest > 0 ? ` ${rest} ${smallUnit}` : ''}`;
}

function bytesOf(count: number, number: Intl.NumberFormat): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const step = Math.min(
    units.length - 1,
    Math.max(0, Math.floor(Math.log(Math.max(count, 1)) / Math.log(1024))),
  );
  const value = count / 1024 ** step;
  return `${number.format(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))} ${units[step]}`;
}
