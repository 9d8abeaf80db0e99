import { expect, test } from 'vitest';
import { testClock } from '../../../test/harness/context.ts';
import { SECOND } from './clock.ts';
import { LATE_MS, ORDER, OrderOfWork, Pace } from './order-of-work.ts';

const LATE = 10 * LATE_MS;
const MOST = 16;

function scene() {
  const clock = testClock();
  const order = new OrderOfWork(clock);
  return { clock, order, pace: new Pace(order, clock, { kind: 'answers', most: MOST }) };
}

test('each class waits for the late ones before it, and for no other', () => {
  const { order } = scene();

  order.note('events', LATE);

  expect(ORDER.filter((kind) => order.isBehind(kind))).toEqual(['answers', 'upkeep']);
});

test('the worst measurement counts until it is old', () => {
  const { order, clock } = scene();

  order.note('accept', LATE);
  order.note('accept', 1);
  const soon = order.isBehind('answers');
  clock.advance(SECOND);

  expect([soon, order.isBehind('answers')]).toEqual([true, false]);
});

test('while earlier work is late, fewer pieces begin, down to one in a period', () => {
  const { order, pace, clock } = scene();

  const rooms = Array.from({ length: 7 }, () => {
    order.note('accept', LATE);
    const room = pace.room();
    pace.spend(room);
    const after = [pace.room(), pace.waitMs()];
    clock.advance(100);
    return [room, ...after];
  });

  expect(rooms.map(([room]) => room)).toEqual([8, 4, 2, 1, 1, 1, 1]);
  expect(rooms.every(([, room, waitMs]) => room === 0 && waitMs === 100)).toBe(true);
});

test('afterwards one more begins in each period, until nothing limits them', () => {
  const { order, pace, clock } = scene();
  order.note('accept', LATE);
  pace.room();

  const rooms = Array.from({ length: 8 }, () => {
    clock.advance(SECOND);
    return pace.room();
  });
  pace.spend(MOST);

  expect(rooms).toEqual([9, 10, 11, 12, 13, 14, 15, 16]);
  expect([pace.room(), pace.waitMs()]).toEqual([MOST, 0]);
});

test('late work is reported to the process that decides what waits, and other work is not', () => {
  const { order } = scene();
  const heard: unknown[] = [];
  order.onLate((...late) => void heard.push(late));

  order.note('accept', LATE_MS);
  order.note('accept', LATE);

  expect(heard).toEqual([['accept', LATE]]);
});
