import { expect, test } from 'vitest';
import { createLanes, NEWCOMER_WIDTH } from './lanes.ts';

function roomOf(lanes: ReturnType<typeof createLanes>, webhookId: number): number {
  return lanes.rooms().find((lane) => lane.webhook_id === webhookId)?.room ?? NEWCOMER_WIDTH;
}

test('places are counted over all endpoints', () => {
  const lanes = createLanes(10);

  lanes.enter(1);
  lanes.enter(1);
  lanes.enter(2);
  expect(lanes.free()).toBe(7);

  lanes.leave(1, true);
  lanes.leave(2, false);
  expect(lanes.free()).toBe(9);
});

test('an endpoint that answers well gets more room with each answer', () => {
  const lanes = createLanes(1_000);
  lanes.enter(1);

  for (let turn = 0; turn < 200; turn += 1) {
    lanes.enter(1);
    lanes.leave(1, true);
  }

  expect(roomOf(lanes, 1)).toBe(63);
});

test('a failure leaves one place, the next successes widen it again', () => {
  const lanes = createLanes(1_000);
  lanes.enter(1);
  lanes.leave(1, false);

  expect(roomOf(lanes, 1)).toBe(1);

  lanes.enter(1);
  expect(roomOf(lanes, 1)).toBe(0);
  lanes.leave(1, true);
  expect(roomOf(lanes, 1)).toBe(2);
});

test('endpoints in good standing are forgotten when idle, disabled ones when told', () => {
  const lanes = createLanes(1_000);
  lanes.enter(1);
  lanes.leave(1, true);
  lanes.enter(2);
  lanes.leave(2, false);

  expect(lanes.rooms()).toEqual([{ webhook_id: 2, room: 1 }]);

  lanes.forget(2);
  expect(lanes.rooms()).toEqual([]);
});

test('the places taken by a hanging endpoint are no more than a newcomer gets', () => {
  const lanes = createLanes(256);

  let started = 0;
  while (roomOf(lanes, 1) > 0) {
    lanes.enter(1);
    started += 1;
  }

  expect(started).toBe(NEWCOMER_WIDTH);
});
