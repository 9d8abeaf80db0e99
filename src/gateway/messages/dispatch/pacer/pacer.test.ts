import { expect, test } from 'vitest';
import { createPacer } from './pacer.ts';

const RECIPIENT = { burst: 45, intervalMs: 6_000 };

/** Sends all that is allowed in each millisecond; returns the numbers. */
function sendFor(ms: number, perSecond: number): number[] {
  const pacer = createPacer({ perSecond, recipient: RECIPIENT });
  return Array.from({ length: ms }, (_, now) => {
    let sent = 0;
    for (; pacer.rate.capacity(now) > 0; sent += 1) pacer.rate.spend(now);
    return sent;
  });
}

test.each([1, 5, 20, 80, 1000])('at %i per second, no second has more and few have less', (perSecond) => {
  const sent = sendFor(5_000, perSecond);

  const seconds = sent
    .slice(1_000)
    .map((_, from) => sent.slice(from, from + 1_000).reduce((a, b) => a + b, 0));
  expect(Math.max(...seconds)).toBeLessThanOrEqual(perSecond + 1);
  expect(Math.min(...seconds)).toBeGreaterThanOrEqual(Math.floor(perSecond * 0.85));
});

test('without capacity, it says how long to wait', () => {
  const pacer = createPacer({ perSecond: 80, recipient: RECIPIENT });
  while (pacer.rate.capacity(0) > 0) pacer.rate.spend(0);

  const wait = pacer.rate.waitMs(0);

  expect([pacer.rate.capacity(wait - 1), pacer.rate.capacity(wait)]).toEqual([0, 1]);
});

test('a recipient gets 45 at once, then one every 6 seconds in order; other recipients do not wait', () => {
  const pacer = createPacer({ perSecond: 80, recipient: RECIPIENT });

  const waits = Array.from({ length: 48 }, (_, id) => pacer.recipients.reserve(id, 'a', 1_000_000));

  expect(waits.slice(0, 45)).toEqual(Array(45).fill(0));
  expect(waits.slice(45)).toEqual([6_000, 12_000, 18_000]);
  expect(pacer.recipients.reserve(100, 'b', 1_000_000)).toBe(0);
});

test('to ask when a recipient may get a message reserves nothing', () => {
  const pacer = createPacer({ perSecond: 80, recipient: { burst: 1, intervalMs: 6_000 } });

  const before = [pacer.recipients.waitMs('a', 0), pacer.recipients.waitMs('a', 0)];
  pacer.recipients.reserve(1, 'a', 0);

  expect([before, pacer.recipients.waitMs('a', 1_000), pacer.recipients.waitMs('a', 6_000)]).toEqual([
    [0, 0],
    5_000,
    0,
  ]);
});

test('a deferred message keeps its reservation', () => {
  const pacer = createPacer({ perSecond: 80, recipient: { burst: 1, intervalMs: 6_000 } });
  pacer.recipients.reserve(1, 'a', 0);
  pacer.recipients.reserve(2, 'a', 0);

  expect([
    pacer.recipients.reserve(2, 'a', 3_000),
    pacer.recipients.reserve(2, 'a', 6_000),
    pacer.recipients.reserve(3, 'a', 6_000),
  ]).toEqual([3_000, 0, 6_000]);
});

test('messages deferred for other reasons are counted once', () => {
  const pacer = createPacer({ perSecond: 80, recipient: RECIPIENT });
  const messages = Array.from({ length: 48 }, (_, id) => id);
  const turns = (now: number) => messages.map((id) => pacer.recipients.reserve(id, 'a', now));
  turns(0);

  const again = turns(1_000);
  const [twice, next] = [turns(2_000), pacer.recipients.reserve(100, 'a', 2_000)];

  expect(again).toEqual([...Array(45).fill(0), 5_000, 11_000, 17_000]);
  expect(twice.slice(0, 45)).toEqual(Array(45).fill(0));
  expect(next).toBe(22_000);
});

test('when the burst is full again, earlier messages count no more', () => {
  const pacer = createPacer({ perSecond: 80, recipient: { burst: 2, intervalMs: 6_000 } });
  for (const id of [1, 2]) pacer.recipients.reserve(id, 'a', 0);

  const waits = [3, 1, 2].map((id) => pacer.recipients.reserve(id, 'a', 12_000));

  expect(waits).toEqual([0, 0, 6_000]);
});

test('a delayed recipient gets no message until then, and after that the waiting ones, one by one, in order', () => {
  const pacer = createPacer({ perSecond: 80, recipient: RECIPIENT });
  for (const id of [1, 2, 3, 4]) pacer.recipients.reserve(id, 'a', 0);
  pacer.recipients.finish(1, 'a');

  pacer.recipients.delay('a', 4_000);
  const first = [2, 3, 4, 5].map((id) => pacer.recipients.reserve(id, 'a', 100));
  pacer.recipients.delay('a', 20_000);
  const second = [6, 5, 4, 3, 2].map((id) => pacer.recipients.reserve(id, 'a', 10_000));

  expect(first).toEqual([3_900, 9_900, 15_900, 21_900]);
  expect(second).toEqual([34_000, 28_000, 22_000, 16_000, 10_000]);
  expect(pacer.recipients.reserve(7, 'b', 10_000)).toBe(0);
});
