import { expect, test } from 'vitest';
import { limitLines } from './line-limit.ts';

test('a second has a number of lines, and the next one reports the others', () => {
  const reports: number[] = [];
  const clock = { ms: 0 };
  const isLogged = limitLines(
    2,
    (leftOut) => reports.push(leftOut),
    () => clock.ms,
  );
  const burst = (count: number) => Array.from({ length: count }, () => isLogged());

  const [first, early] = [burst(5), [...reports]];
  clock.ms = 1_000;
  const second = burst(2);
  clock.ms = 2_000;
  const third = burst(1);

  expect([first, second, third]).toEqual([[true, true, false, false, false], [true, true], [true]]);
  expect([early, reports]).toEqual([[], [3]]);
});
