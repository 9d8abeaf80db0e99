import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../platform/lib/clock.ts';
import {
  afterOpenTime,
  DAYS,
  hoursFrom,
  isOpen,
  nextChange,
  nextOpening,
  openTimeBetween,
  openTimes,
  type Span,
  type WrittenHours,
} from './opening.ts';

const span = (from: string, to: string): Span => ({ from, to });
const OFFICE = [span('09:00', '12:00'), span('13:00', '17:00')];

function week(spans: readonly Span[], weekend: readonly Span[] = []): WrittenHours['weekly'] {
  return {
    ...{ monday: spans, tuesday: spans, wednesday: spans, thursday: spans, friday: spans },
    ...{ saturday: weekend, sunday: weekend },
  };
}

const office = (timezone = 'Asia/Jakarta', holidays: WrittenHours['holidays'] = []) =>
  hoursFrom({ timezone, weekly: week(OFFICE), holidays });

test.each<[string, boolean, string | null]>([
  // 2026-11-20 is a Friday. Jakarta is 7 hours before UTC.
  ['2026-11-20T01:59:59.999Z', false, '2026-11-20T02:00:00.000Z'],
  ['2026-11-20T02:00:00.000Z', true, '2026-11-20T02:00:00.000Z'],
  ['2026-11-20T05:00:00.000Z', false, '2026-11-20T06:00:00.000Z'],
  ['2026-11-20T09:59:59.999Z', true, '2026-11-20T09:59:59.999Z'],
  ['2026-11-20T10:00:00.000Z', false, '2026-11-23T02:00:00.000Z'],
])('at %s it is open: %j, and opens next at %s', (at, open, opening) => {
  const hours = office();

  const found = [isOpen(hours, new Date(at)), nextOpening(hours, new Date(at))?.toISOString() ?? null];

  expect(found).toEqual([open, opening]);
});

test('a holiday replaces the day, and may have its own open times', () => {
  const hours = office('Asia/Jakarta', [
    { date: '2026-12-25', name: 'Hari Natal', hours: [] },
    { date: '2026-12-26', hours: [span('10:00', '11:00')] },
  ]);

  const [from, to] = [new Date('2026-12-24T17:00:00Z'), new Date('2026-12-27T17:00:00Z')];

  expect(nextOpening(hours, from)?.toISOString()).toBe('2026-12-26T03:00:00.000Z');
  expect(openTimeBetween(hours, from, to)).toBe(HOUR);
});

test('open times over midnight are one', () => {
  const hours = hoursFrom({
    timezone: 'Asia/Jakarta',
    weekly: week([span('00:00', '02:00'), span('20:00', '24:00')]),
    holidays: [],
  });

  const change = nextChange(hours, new Date('2026-11-17T14:00:00Z'), DAY);

  expect(change?.toISOString()).toBe('2026-11-17T19:00:00.000Z');
});

test('the local time counts, so a night with a change of the clock is shorter or longer', () => {
  const nights = hoursFrom({
    timezone: 'Europe/Berlin',
    weekly: week([], [span('01:00', '04:00')]),
    holidays: [],
  });
  const openOn = (date: string) => {
    const start = new Date(`${date}T00:00:00Z`);
    return openTimeBetween(
      nights,
      new Date(start.getTime() - 12 * HOUR),
      new Date(start.getTime() + 12 * HOUR),
    );
  };

  const open = ['2026-03-22', '2026-03-29', '2026-10-25'].map(openOn);

  expect(open).toEqual([3 * HOUR, 2 * HOUR, 4 * HOUR]);
});

test('an account without open times never opens, and one that is always open never changes', () => {
  const [never, always] = [week([]), week([span('00:00', '24:00')], [span('00:00', '24:00')])].map((weekly) =>
    hoursFrom({ timezone: 'America/New_York', weekly, holidays: [] }),
  );
  const at = new Date('2026-11-20T00:00:00Z');
  if (!never || !always) throw new Error('hours are missing');

  expect([nextOpening(never, at), nextChange(never, at, DAY), nextChange(always, at, 300 * DAY)]).toEqual([
    ...[null, null, null],
  ]);
  expect(openTimeBetween(always, at, new Date(at.getTime() + 1_000 * DAY))).toBe(1_000 * DAY);
});

test('a time zone that this Node does not know counts as UTC', () => {
  const hours = office('Asia/Atlantis');

  expect(nextOpening(hours, new Date('2026-11-20T07:00:00Z'))).toEqual(new Date('2026-11-20T09:00:00Z'));
});

test('a range that ends before it begins has no open time', () => {
  const hours = office();

  expect(openTimeBetween(hours, new Date('2026-11-20T08:00:00Z'), new Date('2026-11-20T03:00:00Z'))).toBe(0);
});

test('an opening after years of holidays is found', () => {
  const mondays = Array.from({ length: 200 }, (_, index) => ({
    date: new Date(Date.UTC(2026, 10, 23) + index * 7 * DAY).toISOString().slice(0, 10),
    hours: [],
  }));
  const weekly = { ...week([]), monday: OFFICE };
  const hours = hoursFrom({ timezone: 'Asia/Jakarta', weekly, holidays: mondays });

  const opening = nextOpening(hours, new Date('2026-11-22T00:00:00Z'));

  expect(opening?.toISOString()).toBe('2030-09-23T02:00:00.000Z');
});

/** With changes of the clock by an hour or half an hour, at midnight, in both directions, and none. */
const ZONES = [
  ...['Asia/Jakarta', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago'],
  ...['Africa/Casablanca', 'Asia/Beirut', 'Asia/Kathmandu', 'America/Havana', 'Pacific/Apia', 'UTC'],
];
const FIRST = Date.UTC(2010, 0, 1) / MINUTE;
const LAST = Date.UTC(2035, 0, 1) / MINUTE;

const spans = fc.uniqueArray(fc.integer({ min: 0, max: 96 }), { maxLength: 6 }).map((quarters) => {
  const times = quarters.toSorted((one, other) => one - other).map(clockTime);
  return times.flatMap((from, index) => {
    const to = times[index + 1];
    return index % 2 === 0 && to !== undefined ? [span(from, to)] : [];
  });
});

const clockTime = (quarter: number) =>
  `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;

const scene = fc
  .record({
    timezone: fc.constantFrom(...ZONES),
    days: fc.array(spans, { minLength: 7, maxLength: 7 }),
    start: fc.integer({ min: FIRST, max: LAST }),
    quarters: fc.integer({ min: 0, max: 14 * 96 }),
    holidays: fc.uniqueArray(fc.record({ day: fc.integer({ min: -1, max: 15 }), hours: spans }), {
      selector: ({ day }) => day,
      maxLength: 4,
    }),
  })
  .map(({ timezone, days, start, quarters, holidays }) => {
    const from = Math.floor(start / 15) * 15 * MINUTE;
    const [
      monday = [],
      tuesday = [],
      wednesday = [],
      thursday = [],
      friday = [],
      saturday = [],
      sunday = [],
    ] = days;
    const written: WrittenHours = {
      timezone,
      weekly: { monday, tuesday, wednesday, thursday, friday, saturday, sunday },
      holidays: holidays.map(({ day, hours }) => ({
        date: new Date(from + day * DAY).toISOString().slice(0, 10),
        hours,
      })),
    };
    return { written, from, until: from + quarters * 15 * MINUTE };
  });

/** By the calendar of the runtime, one moment at a time. */
function modelOf({ timezone, weekly, holidays }: WrittenHours) {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: timezone, hourCycle: 'h23', weekday: 'long' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  return (at: number) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const date = `${parts.year}-${parts.month}-${parts.day}`;
    const weekday = DAYS.find((day) => day === parts.weekday?.toLowerCase());
    if (!weekday) throw new Error(`unknown day ${parts.weekday}`);
    const open = holidays.find((holiday) => holiday.date === date)?.hours ?? weekly[weekday];
    const time = `${parts.hour}:${parts.minute}`;
    return open.some(({ from, to }) => from <= time && time < to);
  };
}

test('each quarter of an hour is open or closed as the local calendar says, in any zone', () => {
  fc.assert(
    fc.property(scene, ({ written, from, until }) => {
      const [hours, model] = [hoursFrom(written), modelOf(written)];
      let open = 0;
      let firstOpen: number | null = null;
      const all: boolean[] = [];
      for (let at = from; at < until; at += 15 * MINUTE) {
        const expected = model(at);
        all.push(expected);
        if (expected) open += 15 * MINUTE;
        if (expected) firstOpen ??= at;
      }

      const times = [...openTimes(hours, from, until)];
      const within = (at: number) => times.some((each) => each.from <= at && at < each.to);

      expect(all.map((_, index) => within(from + index * 15 * MINUTE))).toEqual(all);
      expect(openTimeBetween(hours, new Date(from), new Date(until))).toBe(open);
      if (open > 0) {
        const end = afterOpenTime(hours, new Date(from), open)?.getTime() ?? 0;
        expect([end <= until, openTimeBetween(hours, new Date(from), new Date(end))]).toEqual([true, open]);
      }
      if (firstOpen !== null) expect(nextOpening(hours, new Date(from))?.getTime()).toBe(firstOpen);
      if (until > from) expect(isOpen(hours, new Date(from))).toBe(all[0]);
      expect(times.every((each, index) => index === 0 || each.from > (times[index - 1]?.to ?? 0))).toBe(true);
    }),
    { numRuns: 60 },
  );
});
