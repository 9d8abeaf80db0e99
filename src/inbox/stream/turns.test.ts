import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('accounts take turns, one at a time, also after a failure', async () => {
  const turns = new Turns();
  const done: string[] = [];
  let running = 0;
  const work = (name: string) => async () => {
    running += 1;
    await new Promise((resolve) => setTimeout(resolve, 1));
    done.push(`${name}${running}`);
    running -= 1;
    if (name === 'a') throw new Error('failed');
  };

  const many = ['a', 'b', 'c', 'd'].map((name) => turns.take(1, work(name)));
  const few = ['x', 'y'].map((name) => turns.take(2, work(name)));
  const results = await Promise.allSettled([...many, ...few]);

  expect(done).toEqual(['a1', 'x1', 'b1', 'y1', 'c1', 'd1']);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
});
