import { expect, test } from 'vitest';
import { SECOND } from './clock.ts';
import { Pause } from './pause.ts';

const seven = (pause: Pause) => Array.from({ length: 7 }, () => pause.next() / SECOND);

test('a loop looks ever more rarely while nothing happens, at least once a minute', () => {
  const pause = new Pause(SECOND);

  expect(seven(pause)).toEqual([1, 2, 4, 8, 16, 32, 60]);
  pause.shorten();
  expect(pause.next()).toBe(SECOND);
});

test('a loop that looks once an hour keeps its pace', () => {
  expect(seven(new Pause(3600 * SECOND))).toEqual(Array(7).fill(3600));
});
