import { expect, test } from 'vitest';
import { KeyedQueue } from './keyed-queue.ts';

test('work of one key keeps its order, work of another key does not wait', async () => {
  const queue = new KeyedQueue<string>();
  const { promise: slow, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  const work = (name: string, before?: Promise<void>) => async () => {
    await before;
    done.push(name);
  };

  queue.add('a', work('a1', slow));
  queue.add('a', work('a2'));
  queue.add('b', work('b1'));
  await new Promise(setImmediate);
  const early = [...done];
  resolve();
  await queue.idle();

  expect(early).toEqual(['b1']);
  expect(done).toEqual(['b1', 'a1', 'a2']);
});
