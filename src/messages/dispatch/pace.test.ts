import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

const RECIPIENT = { burst: 45, intervalMs: 6_000 };

/** Sends whatever may go out, millisecond by millisecond; answers how many went out in each. */
function sendFor(ms: number, perSecond: number): number[] {
  const pace = createPace({ perSecond, recipient: RECIPIENT });
  return Array.from({ length: ms }, (_, now) => {
    let sent = 0;
    for (; pace.room(now) > 0; sent += 1) pace.take(now);
    return sent;
  });
}

test.each([1, 5, 20, 80, 1000])('at %i a second no second has more, and few have less', (perSecond) => {
  const sent = sendFor(5_000, perSecond);

  const seconds = sent
    .slice(1_000)
    .map((_, from) => sent.slice(from, from + 1_000).reduce((a, b) => a + b, 0));
  expect(Math.max(...seconds)).toBeLessThanOrEqual(perSecond + 1);
  expect(Math.min(...seconds)).toBeGreaterThanOrEqual(Math.floor(perSecond * 0.85));
});

test('when there is no room it says how long there will be none', () => {
  const pace = createPace({ perSecond: 80, recipient: RECIPIENT });
  while (pace.room(0) > 0) pace.take(0);

  const wait = pace.waitMs(0);

  expect([pace.room(wait - 1), pace.room(wait)]).toEqual([0, 1]);
});

test('a recipient gets 45 at once, then one every 6 seconds in order; others wait for nobody', () => {
  const pace = createPace({ perSecond: 80, recipient: RECIPIENT });

  const waits = Array.from({ length: 48 }, (_, id) => pace.turn(id, 'a', 1_000_000));

  expect(waits.slice(0, 45)).toEqual(Array(45).fill(0));
  expect(waits.slice(45)).toEqual([6_000, 12_000, 18_000]);
  expect(pace.turn(100, 'b', 1_000_000)).toBe(0);
});

test('a message that was put off has its turn when it comes back', () => {
  const pace = createPace({ perSecond: 80, recipient: { burst: 1, intervalMs: 6_000 } });
  pace.turn(1, 'a', 0);
  pace.turn(2, 'a', 0);

  expect([pace.turn(2, 'a', 3_000), pace.turn(2, 'a', 6_000), pace.turn(3, 'a', 6_000)]).toEqual([
    3_000, 0, 6_000,
  ]);
});

test('messages that come back, refused for what was no matter of their recipient, are counted once', () => {
  const pace = createPace({ perSecond: 80, recipient: RECIPIENT });
  const messages = Array.from({ length: 48 }, (_, id) => id);
  const turns = (now: number) => messages.map((id) => pace.turn(id, 'a', now));
  turns(0);

  const again = turns(1_000);
  const [twice, next] = [turns(2_000), pace.turn(100, 'a', 2_000)];

  expect(again).toEqual([...Array(45).fill(0), 5_000, 11_000, 17_000]);
  expect(twice.slice(0, 45)).toEqual(Array(45).fill(0));
  expect(next).toBe(22_000);
});

test('when all that a recipient may have is there again, what came before counts no more', () => {
  const pace = createPace({ perSecond: 80, recipient: { burst: 2, intervalMs: 6_000 } });
  for (const id of [1, 2]) pace.turn(id, 'a', 0);

  const waits = [3, 1, 2].map((id) => pace.turn(id, 'a', 12_000));

  expect(waits).toEqual([0, 0, 6_000]);
});

test('a recipient that gets too much gets nothing until then, and after that what waits one by one, in its order', () => {
  const pace = createPace({ perSecond: 80, recipient: RECIPIENT });
  for (const id of [1, 2, 3, 4]) pace.turn(id, 'a', 0);
  pace.done(1, 'a');

  pace.holdRecipient('a', 4_000);
  const first = [2, 3, 4, 5].map((id) => pace.turn(id, 'a', 100));
  pace.holdRecipient('a', 20_000);
  const second = [6, 5, 4, 3, 2].map((id) => pace.turn(id, 'a', 10_000));

  expect(first).toEqual([3_900, 9_900, 15_900, 21_900]);
  expect(second).toEqual([34_000, 28_000, 22_000, 16_000, 10_000]);
  expect(pace.turn(7, 'b', 10_000)).toBe(0);
});
