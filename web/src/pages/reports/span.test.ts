import { expect, test } from 'vitest';
import { askedIn, beforeOf, readSpan } from './span.ts';

test.each([
  [{ days: 30 }, { days: 30 }],
  [{ days: 1e12, device: 'x' }, { device: 'x' }],
  [
    { from: '2026-11-01', to: '2026-11-24', days: 30 },
    { from: '2026-11-01', to: '2026-11-24' },
  ],
  [
    { from: '2020-01-01', to: '2026-11-24' },
    { from: '2026-08-25', to: '2026-11-24' },
  ],
  [
    { from: '2026-12-01', to: '2026-11-24' },
    { from: '2026-11-24', to: '2026-11-24' },
  ],
  [{ from: '2026-02-30', to: 'x' }, {}],
])('the address %j is about %j', (address, span) => {
  expect(readSpan(address)).toEqual(span);
});

test('the days before are as many as the days of the report', () => {
  const now = new Date('2026-11-24T23:30:00');

  expect(askedIn({}, now)).toEqual({ from: '2026-11-18' });
  expect(beforeOf({ from: '2026-11-18', to: '2026-11-24' }, 'd')).toEqual({
    ...{ from: '2026-11-11', to: '2026-11-17', device: 'd' },
  });
  expect(beforeOf({ from: '2026-03-01', to: '2026-03-01' }, undefined)).toEqual({
    ...{ from: '2026-02-28', to: '2026-02-28' },
  });
});
