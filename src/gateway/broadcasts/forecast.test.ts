import { expect, test } from 'vitest';
import { testConfig } from '../../../test/harness/context.ts';
import { DAY, END_OF_CALENDAR, HOUR, SECOND } from '../../platform/lib/clock.ts';
import { forecast, forecastFinish } from './forecast.ts';

const FROM = new Date('2026-01-01T00:00:00.000Z');

/** A constant speed. */
const speedOf = (delaySeconds: number, perHour: number | null = null) => ({
  delaySeconds,
  limitAt: () => ({ perHour, until: null }),
});

/** Milliseconds from the start to the last recipient. */
const lasts = (remaining: number, delaySeconds: number, perHour: number | null) =>
  forecastFinish(remaining, speedOf(delaySeconds, perHour), FROM).getTime() - FROM.getTime();

test.each([
  [0, 12.5, null, 0],
  [1, 12.5, null, 0],
  [2, 12.5, null, 12.5 * SECOND],
  [101, 12.5, null, 1_250 * SECOND],
  [1_000_000, 0, null, 0],
  // 12.5 s are 288 messages per hour, below the limit of 600.
  [101, 12.5, 600, 1_250 * SECOND],
  // 20 at once; the 21st follows an hour after the first.
  [20, 0, 20, 0],
  [21, 0, 20, HOUR],
  [41, 0, 20, 2 * HOUR],
  [20, 10, 20, 190 * SECOND],
  [21, 10, 20, HOUR],
  [30, 10, 20, HOUR + 90 * SECOND],
  // Several days.
  [480, 0, 20, 23 * HOUR],
  [481, 0, 20, DAY],
  [4_801, 0, 20, 10 * DAY],
  [3, 86_400, 20, 2 * DAY],
])('%i recipients, %d s apart, at most %s per hour, take %d ms', (remaining, delay, perHour, expected) => {
  expect(lasts(remaining, delay, perHour)).toBe(expected);
});

test('the forecast uses the higher limits of an older number', () => {
  const older = new Date(FROM.getTime() + 1.5 * DAY);
  const growing = {
    delaySeconds: 0,
    limitAt: (at: Date) => (at < older ? { perHour: 20, until: older } : { perHour: 60, until: null }),
  };

  const finish = forecastFinish(960 + 1 + 60, growing, FROM);

  expect(finish).toEqual(new Date(FROM.getTime() + 2 * DAY + HOUR));
});

test('the longest broadcast at the lowest limit has a forecast, up to the end of the calendar', () => {
  expect(lasts(1_000_000, 1, 1)).toBe(999_999 * HOUR);
  expect(new Date(FROM.getTime() + lasts(1_000_000, 86_400, 1)).getUTCFullYear()).toBe(4763);
  expect(forecastFinish(1_000_000, speedOf(86_400), new Date('9990-01-01T00:00:00.000Z'))).toEqual(
    new Date(END_OF_CALENDAR),
  );
});

const config = testConfig({ KURIR_BROADCAST_THROTTLE: '7:20,600' });
const paired = (days: number) => new Date(FROM.getTime() - days * DAY);
const work = (remaining: number, delay: number) => ({
  remaining,
  delay_min_seconds: delay,
  delay_max_seconds: delay,
});

/** Hours that a broadcast takes beside others; `waitHours` until it starts. */
const hours = (own: [number, number], others: [number, number][], { days = 400, waitHours = 0 } = {}) => {
  const device = { engine: 'economy' as const, paired_at: paired(days) };
  const from = new Date(FROM.getTime() + waitHours * HOUR);
  const otherWork = others.map((each) => work(...each));
  return (
    (forecast(config, device, work(...own), otherWork, { from, othersSince: FROM }).getTime() -
      from.getTime()) /
    HOUR
  );
};

test.each([
  ['alone', [6_050, 0], [], 10],
  ['beside another as large', [6_050, 0], [[6_050, 0]], 20],
  ['beside a far larger one', [6_050, 0], [[1_000_000, 0]], 20],
  ['beside a small one', [6_050, 0], [[600, 0]], 11],
  ['beside many small ones', [6_050, 0], Array(10).fill([600, 0]), 20],
  ['beside a slow one', [6_050, 0], [[1_000_000, 60]], 11],
  ['beside one that is done', [6_050, 0], [[0, 0]], 10],
  ['slow itself, beside a fast one', [601, 60], [[1_000_000, 0]], 10],
  ['without recipients', [0, 0], [[1_000_000, 0]], 0],
] as [string, [number, number], [number, number][], number][])(
  'broadcasts share the hourly limit of their number: one %s',
  (_name, own, others, expected) => {
    expect(hours(own, others)).toBeCloseTo(expected, 0);
  },
);

test('a scheduled broadcast is not delayed by broadcasts that finish before it starts', () => {
  expect(hours([6_050, 0], [[6_000, 0]], { waitHours: 11 })).toBeCloseTo(10, 0);
  expect(hours([6_050, 0], [[6_000, 0]], { waitHours: 5 })).toBeCloseTo(15, 0);
});

test('without a throttle the broadcasts of a device share its messages per second', () => {
  const device = { engine: 'official_cloud' as const, paired_at: null };
  const perSecond = config.KURIR_CLOUD_MESSAGES_PER_SECOND;
  const finish = (others: number) =>
    forecast(config, device, work(1 + 60 * perSecond, 0), Array(others).fill(work(1_000_000, 0)), {
      from: FROM,
    }).getTime() - FROM.getTime();

  expect([finish(0), finish(1), finish(3)].map((ms) => Math.round(ms / SECOND))).toEqual([60, 120, 240]);
});
