import { expect, test } from 'vitest';
import { VirtualClock } from './virtual-clock.ts';

const START = Date.parse('2026-01-01T00:00:00Z');

function testClock() {
  let now = START;
  const clock = new VirtualClock({ now: () => new Date(now) });
  const done: string[] = [];
  return {
    clock,
    done,
    plan: (name: string, afterMs: number) => clock.setTimer(afterMs, () => done.push(name)),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('a moved clock runs due timers, earliest first', () => {
  const { clock, done, plan } = testClock();
  clock.freeze();
  plan('later', 3000);
  plan('second', 2000);
  plan('first', 1000);

  clock.advance(2500);

  expect(done).toEqual(['first', 'second']);
  expect(clock.now()).toBe(START + 2500);
});

test('a stopped clock continues from the time at which it stopped', () => {
  const { clock, pass } = testClock();

  clock.freeze();
  pass(60_000);
  const stopped = clock.now();
  clock.unfreeze();
  pass(1000);

  expect([stopped, clock.now()]).toEqual([START, START + 1000]);
});

test('a clock that was moved and stopped returns to the real time, and timers keep the time that is left', () => {
  const { clock, done, plan, pass } = testClock();
  clock.advance(90_000_000);
  plan('later', 1000);
  clock.freeze();
  pass(500);

  clock.reset();
  const returned = [clock.now(), clock.shiftMs, clock.isFrozen];
  clock.advance(999);
  const early = [...done];
  clock.advance(1);

  expect(returned).toEqual([START + 500, 0, false]);
  expect(early).toEqual([]);
  expect(done).toEqual(['later']);
});

test('a timer runs by itself', async () => {
  const { clock } = testClock();

  await new Promise<void>((resolve) => clock.setTimer(1, resolve));

  expect(clock.now()).toBe(START);
});

test('no timer runs after stop', () => {
  const { clock, done, plan } = testClock();
  plan('never', 10);

  clock.stop();
  clock.advance(1000);

  expect(done).toEqual([]);
});
