import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Work that ends when it is told to. */
function work(name: string, log: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = async () => {
    log.push(`${name} begins`);
    return promise.finally(() => log.push(`${name} ends`));
  };
  return { run, finish: () => resolve(name), fail: () => reject(new Error(name)) };
}

test('work with one key runs one after the other, with different keys side by side', async () => {
  const turns = new Turns();
  const log: string[] = [];
  const [first, second, other] = [work('first', log), work('second', log), work('other', log)];

  const all = [turns.take('a', first.run), turns.take('a', second.run), turns.take('b', other.run)];
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

test('work that fails tells its caller and does not hold up the next', async () => {
  const turns = new Turns();
  const failing = turns.take('a', () => Promise.reject(new Error('broken')));
  const next = turns.take('a', async () => 'done');

  await expect(failing).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
});
