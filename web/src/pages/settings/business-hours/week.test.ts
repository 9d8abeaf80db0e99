import { expect, test } from 'vitest';
import { DAYS, endOf, KNOWN_ZONES, nextSpan, sameAs, typedEnd, zonesWith } from './week.ts';

test('the end of the day is midnight in the field, and 24:00 for the gateway', () => {
  expect([endOf('00:00'), endOf('17:00')]).toEqual(['24:00', '17:00']);
  expect([typedEnd('24:00'), typedEnd('17:00')]).toEqual(['00:00', '17:00']);
});

test('another span begins where the last one ends, while the day has room', () => {
  expect(nextSpan([])).toEqual({ from: '09:00', to: '17:00' });
  expect(nextSpan([{ from: '08:00', to: '12:00' }])).toEqual({ from: '12:00', to: '24:00' });
  expect(nextSpan([{ from: '08:00', to: '24:00' }])).toBeNull();
});

test('the times of one day are copied to all days', () => {
  const week = sameAs([{ from: '08:00', to: '20:00' }]);

  expect(Object.keys(week)).toEqual(DAYS);
  expect(week.sunday).toEqual([{ from: '08:00', to: '20:00' }]);
  expect(week.sunday?.[0]).not.toBe(week.monday?.[0]);
});

test('the zones begin with the chosen one and those that have a short name', () => {
  const zones = zonesWith('Europe/Berlin');

  expect(zones.slice(0, 5)).toEqual(['Europe/Berlin', ...Object.keys(KNOWN_ZONES)]);
  expect(new Set(zones).size).toBe(zones.length);
});
