import { expect, test } from 'vitest';
import { MINUTE, SECOND } from '../../lib/clock.ts';
import { createHold } from './hold.ts';

test('a pause holds everything, for half an hour at most', () => {
  const hold = createHold();

  hold.pause(0, 2 * SECOND);
  const during = [hold.room(1_999), hold.waitMs(500), hold.admits(1, 1_999)];
  const after = [hold.room(2_000), hold.admits(1, 2_000), hold.admits(2, 2_000)];
  hold.pause(2_000, 24 * 60 * MINUTE);

  expect([during, after]).toEqual([
    [0, 1_500, false],
    [Number.POSITIVE_INFINITY, true, true],
  ]);
  expect(hold.waitMs(2_000)).toBe(30 * MINUTE);
});

test('after a restriction one message at a time goes out, until it is over', () => {
  const hold = createHold();
  hold.restrict(0, 10 * MINUTE);
  const at = 10 * MINUTE;
  const may = () => [hold.room(at), hold.admits(1, at), hold.admits(2, at)];

  const early = [hold.room(at - 1), hold.admits(1, at - 1)];
  const [one, other] = [hold.room(at), may()];
  hold.letGo(1);
  const next = [hold.admits(2, at), hold.admits(1, at)];
  hold.taken(2, at);
  hold.letGo(2);
  const taken = may();
  hold.release();

  expect([early, one, other, next]).toEqual([[0, false], 1, [1, true, false], [true, false]]);
  expect(taken).toEqual([0, false, false]);
  expect(may()).toEqual([Number.POSITIVE_INFINITY, true, true]);
});
