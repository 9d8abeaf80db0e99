import { expect, test } from 'vitest';
import { endOf, nextSpan, typedEnd } from './week.ts';

test('the end of the day is midnight in the field, and 24:00 for the gateway', () => {
  expect([endOf('00:00'), endOf('17:00')]).toEqual(['24:00', '17:00']);
  expect([typedEnd('24:00'), typedEnd('17:00')]).toEqual(['00:00', '17:00']);
});

test('another span begins where the last one ends, while the day has room', () => {
  expect(nextSpan([])).toEqual({ from: '09:00', to: '17:00' });
  expect(nextSpan([{ from: '08:00', to: '12:00' }])).toEqual({ from: '12:00', to: '24:00' });
  expect(nextSpan([{ from: '08:00', to: '24:00' }])).toBeNull();
});
