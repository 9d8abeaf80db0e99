import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../platform/lib/clock.ts';
import { silentLog } from '../../../platform/lib/log.ts';
import { clockBelief } from './expire-queued.ts';

function scene() {
  let [wall, uptime] = [Date.UTC(2026, 10, 29), 0];
  const isBelieved = clockBelief({ now: () => new Date(wall), uptimeMs: () => uptime, log: silentLog });
  const pass = (ms: number) => {
    wall += ms;
    uptime += ms;
    return isBelieved();
  };
  const jump = (ms: number) => {
    wall += ms;
    return isBelieved();
  };
  return { pass, jump };
}

test('a clock that jumps ahead by a day is believed after ten minutes', () => {
  const { pass, jump } = scene();

  expect([pass(DAY), jump(DAY + HOUR), pass(9 * MINUTE), pass(MINUTE)]).toEqual([true, false, false, true]);
});

test('a clock that is set right again is believed at once', () => {
  const { jump } = scene();

  expect([jump(DAY), jump(-DAY), jump(-HOUR)]).toEqual([false, true, true]);
});

test('small steps are believed', () => {
  const { jump } = scene();

  expect([jump(30 * MINUTE), jump(-30 * MINUTE), jump(59 * MINUTE)]).toEqual([true, true, true]);
});
