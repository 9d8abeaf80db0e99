import { expect, test } from 'vitest';
import { testConfig } from '../../../../test/harness/context.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import { limitAt } from './throttle.ts';

const NOW = new Date('2025-11-21T09:00:00Z');
const steps = testConfig().KURIR_BROADCAST_THROTTLE;
const paired = (days: number) => new Date(NOW.getTime() - days * DAY);

test.each([
  [0, 20],
  [6.999, 20],
  [7, 60],
  [29.999, 60],
  [30, 200],
  [89.999, 200],
  [90, 600],
  [4_000, 600],
])('a number that was paired %d days ago sends %i messages of broadcasts per hour', (days, perHour) => {
  expect(limitAt(steps, { engine: 'economy', paired_at: paired(days) }, NOW)).toMatchObject({ perHour });
});

test('a device that was never paired counts as new', () => {
  const until = new Date(NOW.getTime() + 7 * DAY);

  expect(limitAt(steps, { engine: 'economy', paired_at: null }, NOW)).toEqual({ perHour: 20, until });
});

test('the official cloud has no throttle', () => {
  const official = limitAt(steps, { engine: 'official_cloud', paired_at: NOW }, NOW);

  expect(official).toEqual({ perHour: null, until: null });
});

test('the steps of the throttle are a setting', () => {
  const own = testConfig({ KURIR_BROADCAST_THROTTLE: '2:5, 1000' }).KURIR_BROADCAST_THROTTLE;

  const limits = [1, 2, 900].map((days) => limitAt(own, { engine: 'economy', paired_at: paired(days) }, NOW));

  expect(limits).toEqual([
    { perHour: 5, until: new Date(NOW.getTime() + DAY) },
    { perHour: 1_000, until: null },
    { perHour: 1_000, until: null },
  ]);
});

test.each([
  ['nothing', ','],
  ['a step without an end only', '7:20'],
  ['ages that fall', '30:60,7:20,600'],
  ['an age twice', '7:20,7:60,600'],
  ['a limit of nothing', '7:0,600'],
  ['a last step with an age', '7:20,30:60'],
  ['letters', 'few'],
  ['parts of a message', '7:1.5,600'],
  ['an age that is no number', 'x:20,600'],
])('a setting with %s is refused', (_name, text) => {
  expect(() => testConfig({ KURIR_BROADCAST_THROTTLE: text })).toThrow(/KURIR_BROADCAST_THROTTLE/);
});
