import { expect, test } from 'vitest';
import { classOf, type ErrorClass, textOf } from './error-codes.ts';

const rows = (kind: ErrorClass, status: number, ...codes: number[]) =>
  codes.map((code) => [code, kind, status] as const);

/** The error table of the provider, with the HTTP status of each code. */
test.each([
  ...rows('brief', 400, 1),
  ...rows('transient', 503, 2, 133004),
  ...rows('transient', 500, 131000, 131016, 131057),
  ...rows('app_rate', 400, 4, 17, 80007),
  ...rows('number_rate', 400, 130429),
  ...rows('pair_rate', 400, 131056),
  ...rows('restricted', 400, 131048, 131064, 131042, 131037),
  ...rows('token', 401, 0, 190),
  ...rows('token', 500, 3),
  ...rows('token', 403, 10, 200, 250, 299, 131005),
  ...rows('token', 400, 104),
  ...rows('ban', 403, 368, 131031),
  ...rows('permanent', 403, 130497),
  ...rows('number', 400, 33, 133010),
  ...rows('number', 404, 803),
  ...rows('number', 500, 131045),
  ...rows('permanent', 400, 100, 131008, 131009, 135000, 131021, 131026, 131030, 131047, 131049),
  ...rows(
    'permanent',
    400,
    131050,
    130472,
    130403,
    131051,
    131052,
    131053,
    131062,
    131063,
    134011,
    134100,
    134199,
  ),
  ...rows('permanent', 400, 132000, 132005, 132007, 132012, 132015, 132016, 132018, 132068, 132069),
  ...rows('permanent', 404, 132001),
  ...rows('transient', 500, 999_999),
  ...rows('permanent', 400, 999_999),
])('code %i is %s with status %i, and a known code with any status', (code, kind, status) => {
  const isKnown = code !== 999_999;

  expect(classOf({ code, subcode: null }, status)).toBe(kind);
  if (isKnown) expect(classOf({ code, subcode: null }, status >= 500 ? 400 : 503)).toBe(kind);
});

test('an object that the token cannot see is an error of the token, not of the message', () => {
  expect(classOf({ code: 100, subcode: 33 }, 400)).toBe('token');
});

test('the text has title and details, and repeats nothing', () => {
  const error = { code: 131047, subcode: null, title: 'Re-engagement message' };

  expect(textOf({ ...error, details: 'More than 24 hours' })).toBe(
    'Re-engagement message: More than 24 hours',
  );
  expect(textOf({ ...error, details: 'Re-engagement message' })).toBe('Re-engagement message');
  expect(textOf({ ...error, details: null })).toBe('Re-engagement message');
});
