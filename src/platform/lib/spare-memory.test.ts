import { expect, test } from 'vitest';
import { lookForRest } from './spare-memory.ts';

test('a process collects when it has come to rest, again after the next burst, and every ten minutes', () => {
  let [cpuMs, collected] = [0, 0];
  const look = lookForRest({ cpuMs: () => cpuMs, collect: () => (collected += 1) });
  const looks = (usedMs: number, times: number) => {
    for (let n = 0; n < times; n += 1) {
      cpuMs += usedMs;
      look();
    }
    return collected;
  };

  const counts = [
    looks(5_000, 3),
    looks(100, 2),
    looks(100, 1),
    looks(100, 9),
    looks(600, 1),
    looks(0, 3),
    looks(0, 60),
  ];

  expect(counts).toEqual([0, 0, 1, 1, 1, 2, 3]);
});
