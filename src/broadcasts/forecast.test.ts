import { expect, test } from 'vitest';
import { DAY, HOUR, SECOND } from '../lib/clock.ts';
import { forecastFinish } from './forecast.ts';

const FROM = new Date('2026-01-01T00:00:00.000Z');

/** Milliseconds from the beginning to the last recipient. */
const lasts = (remaining: number, delaySeconds: number, perHour: number | null) =>
  forecastFinish(remaining, { delaySeconds, hourlyLimitAt: () => perHour }, FROM).getTime() - FROM.getTime();

test.each([
  [0, 12.5, null, 0],
  [1, 12.5, null, 0],
  [2, 12.5, null, 12.5 * SECOND],
  [101, 12.5, null, 1_250 * SECOND],
  [1_000_000, 0, null, 0],
  // 12.5 s are 288 in an hour: 600 never hold it back.
  [101, 12.5, 600, 1_250 * SECOND],
  // 20 at once, the 21st an hour after the first.
  [20, 0, 20, 0],
  [21, 0, 20, HOUR],
  [41, 0, 20, 2 * HOUR],
  [20, 10, 20, 190 * SECOND],
  [21, 10, 20, HOUR],
  [30, 10, 20, HOUR + 90 * SECOND],
  // Days and days of it.
  [480, 0, 20, 23 * HOUR],
  [481, 0, 20, DAY],
  [4_801, 0, 20, 10 * DAY],
  [3, 86_400, 20, 2 * DAY],
])('%i recipients, %d s apart, at most %s in an hour, take %d ms', (remaining, delay, perHour, expected) => {
  expect(lasts(remaining, delay, perHour)).toBe(expected);
});

test('a number that grows older gets on faster', () => {
  const growing = {
    delaySeconds: 0,
    hourlyLimitAt: (at: Date) => (at.getTime() - FROM.getTime() < 2 * DAY ? 20 : 60),
  };

  const finish = forecastFinish(960 + 1 + 60, growing, FROM);

  expect(finish).toEqual(new Date(FROM.getTime() + 2 * DAY + HOUR));
});

test('the longest broadcast of the strictest number is forecast too', () => {
  const finish = forecastFinish(1_000_000, { delaySeconds: 86_400, hourlyLimitAt: () => 1 }, FROM);
  const held = forecastFinish(1_000_000, { delaySeconds: 1, hourlyLimitAt: () => 1 }, FROM);

  expect(finish.getUTCFullYear()).toBe(4763);
  expect(held.getTime() - FROM.getTime()).toBe(999_999 * HOUR);
});
