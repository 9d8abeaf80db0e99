import { expect, test } from 'vitest';
import { failureText, is2xx, judgeAttempt, warningAt } from './delivery.ts';

const endedAt = new Date('2026-01-01T00:00:00Z');

test.each([
  [1, 30],
  [2, 120],
  [3, 600],
  [4, 3_600],
  [5, 21_600],
])('failed attempt %i waits %i s from its end', (number, seconds) => {
  const verdict = judgeAttempt({ kind: 'event', number, ok: false, endedAt, random: 0 });

  expect(verdict).toEqual({ status: 'pending', retry_at: new Date(endedAt.getTime() + seconds * 1000) });
});

test.each([1, 2, 3, 4, 5])('jitter makes wait %i longer, by a tenth at most', (number) => {
  const wait = (random: number) =>
    Number(judgeAttempt({ kind: 'event', number, ok: false, endedAt, random }).retry_at) - endedAt.getTime();

  expect(wait(0.5)).toBeGreaterThan(wait(0));
  expect(wait(0.999_999)).toBeLessThanOrEqual(wait(0) * 1.1);
});

test('the sixth failed attempt is the last', () => {
  expect(judgeAttempt({ kind: 'event', number: 6, ok: false, endedAt, random: 0 })).toEqual({
    status: 'failed',
    retry_at: null,
  });
});

test.each([1, 3, 6])('success at attempt %i delivers', (number) => {
  expect(judgeAttempt({ kind: 'event', number, ok: true, endedAt, random: 0 })).toEqual({
    status: 'delivered',
    retry_at: null,
  });
});

test('a replay walks the same ladder; a test is attempted once', () => {
  const failed = { number: 1, ok: false, endedAt, random: 0 };

  expect(judgeAttempt({ ...failed, kind: 'replay' })).toEqual(judgeAttempt({ ...failed, kind: 'event' }));
  expect(judgeAttempt({ ...failed, kind: 'test' })).toEqual({ status: 'failed', retry_at: null });
});

test('warnings come with the fifth, seventh and ninth failure and end when the tenth disables', () => {
  const counts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

  expect(counts.map(warningAt)).toEqual([null, null, null, null, null, 5, 5, 7, 7, 9, null]);
});

test('only 2xx is a receipt', () => {
  const codes = [200, 201, 204, 299, 300, 301, 304, 400, 404, 410, 429, 500, 503];

  expect(codes.filter(is2xx)).toEqual([200, 201, 204, 299]);
});

test.each([
  [500, null, 'The endpoint answered 500. Only 2xx is a receipt.'],
  [401, null, 'The endpoint answered 401. Check the signature with the secret of this webhook.'],
  [307, null, 'The endpoint answered 307. Redirects are not followed: register the final URL.'],
  [503, 'not_storable: the database refused it', 'The endpoint answered 503. Only 2xx is a receipt.'],
  [null, 'timeout: No answer came in time.', 'timeout: No answer came in time.'],
  [null, 'x'.repeat(5_000), 'x'.repeat(200)],
])('a failure with status %s and error %j has one short text', (status_code, error, text) => {
  expect(failureText({ status_code, error })).toBe(text);
});
