import { expect, test } from 'vitest';
import { KeyedMutex } from './keyed-mutex.ts';

function work(name: string, log: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = async () => {
    log.push(`${name} begins`);
    return promise.finally(() => log.push(`${name} ends`));
  };
  return { run, finish: () => resolve(name), fail: () => reject(new Error(name)) };
}

test('work with the same key runs in sequence, work with other keys concurrently', async () => {
  const mutex = new KeyedMutex();
  const log: string[] = [];
  const [first, second, other] = [work('first', log), work('second', log), work('other', log)];

  const all = [mutex.run('a', first.run), mutex.run('a', second.run), mutex.run('b', other.run)];
  other.finish();
  await all[2];
  first.finish();
  second.finish();
  await Promise.all(all);

  expect(log).toEqual([
    'first begins',
    'other begins',
    'other ends',
    'first ends',
    'second begins',
    'second ends',
  ]);
});

test('failed work rejects its caller and does not block the next', async () => {
  const mutex = new KeyedMutex();
  const failing = mutex.run('a', () => Promise.reject(new Error('broken')));
  const next = mutex.run('a', async () => 'done');

  await expect(failing).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
});
