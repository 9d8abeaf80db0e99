import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { someAtOnce } from './some-at-once.ts';

test('each one is worked on once, and only some at once', async () => {
  const all = Array.from({ length: 50 }, (_, n) => n);
  const done: number[] = [];
  let [running, most] = [0, 0];

  await someAtOnce(all, async (each) => {
    running += 1;
    most = Math.max(most, running);
    await turn();
    running -= 1;
    done.push(each);
  });

  expect(done.toSorted((a, b) => a - b)).toEqual(all);
  expect(most).toBe(8);
});

test('the first failure ends the work', async () => {
  const begun: number[] = [];

  const work = someAtOnce(Array(50).keys(), async (each) => {
    begun.push(each);
    await turn();
    throw new Error(`failed at ${each}`);
  });

  await expect(work).rejects.toThrow('failed at 0');
  expect(begun.length).toBeLessThanOrEqual(8);
});
