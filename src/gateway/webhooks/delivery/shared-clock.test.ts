import { expect, test } from 'vitest';
import { createSharedClock } from './shared-clock.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);

/** A machine with an uptime of `ms`, and a database that answers its time from halfway after `tookMs`. */
function machine(wrongByMs: number) {
  const state = { ms: 0, tookMs: 0, asked: 0 };
  const clock = createSharedClock(
    async () => {
      state.asked += 1;
      state.ms += state.tookMs;
      return at(state.ms - state.tookMs / 2);
    },
    { uptime: () => state.ms, machine: { now: () => at(state.ms + wrongByMs) }, askAgainMs: 1_000 },
  );
  return { state, clock };
}

test.each([0, 600_000, -600_000])(
  'a machine that is wrong by %i ms has the time that all have',
  async (wrongByMs) => {
    const { state, clock } = machine(wrongByMs);
    const before = clock.now();

    await clock.keep();
    state.ms += 30_000;

    expect(before).toEqual(at(wrongByMs));
    expect(clock.now()).toEqual(at(30_000));
  },
);

test('an answer moves the clock no further than it proves', async () => {
  const { state, clock } = machine(0);
  await clock.keep();

  state.ms += 1_000;
  state.tookMs = 4_000;
  await clock.keep();

  expect(state.asked).toBe(2);
  expect(clock.now()).toEqual(at(5_000));
});

test('it asks again after a while, and goes on by itself meanwhile', async () => {
  const { state, clock } = machine(5_000);

  for (const ms of [0, 1, 999, 1_000, 1_001]) {
    state.ms = ms;
    await clock.keep();
  }

  expect(state.asked).toBe(2);
});

test('a question without an answer leaves the clock as it was, and is asked again at once', async () => {
  const answers = [() => Promise.reject(new Error('away')), async () => at(7)];
  const clock = createSharedClock(() => answers.shift()?.() ?? Promise.reject(new Error('asked too often')), {
    uptime: () => 0,
    machine: { now: () => at(0) },
  });

  await expect(clock.keep()).rejects.toThrow('away');
  const meanwhile = clock.now();
  await clock.keep();

  expect([meanwhile, clock.now()]).toEqual([at(0), at(7)]);
});
