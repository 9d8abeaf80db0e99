import { expect, onTestFinished, test, vi } from 'vitest';
import { createBatcher } from './batcher.ts';

test('calls of one event loop turn share a flush, and each call gets its own result', async () => {
  const batches: number[][] = [];
  const batcher = createBatcher<number, string>(
    async (items) => {
      batches.push(items);
      return items.map((item) => `answer ${item}`);
    },
    { maxItems: 100 },
  );

  const answers = await Promise.all([1, 2, 3].map((item) => batcher.add(item)));

  expect(answers).toEqual(['answer 1', 'answer 2', 'answer 3']);
  expect(batches).toEqual([[1, 2, 3]]);
});

test('items that arrive during a flush wait for the next one, at most maxItems per flush', async () => {
  const batches: number[][] = [];
  const gate = Promise.withResolvers<void>();
  const batcher = createBatcher<number, number>(
    async (items) => {
      batches.push(items);
      await gate.promise;
      return items;
    },
    { maxItems: 2 },
  );

  const all = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
  gate.resolve();
  await Promise.all(all);
  await batcher.idle();

  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

test('a batch stays within the maximum weight, and a heavier item is flushed alone', async () => {
  const batches: number[][] = [];
  const batcher = createBatcher<number, number>(
    async (items) => {
      batches.push(items);
      return items;
    },
    { maxItems: 3, weight: { of: (item) => item, max: 10 } },
  );

  await Promise.all([5, 5, 1, 99, 9, 1, 1, 1, 1, 1].map((item) => batcher.add(item)));

  expect(batches).toEqual([[5, 5], [1], [99], [9, 1], [1, 1, 1], [1]]);
});

test.each([1, 2])(
  'with %i parallel flushes, idle waits for earlier items and for no later ones',
  async (parallel) => {
    const gates = new Map<string, PromiseWithResolvers<void>>();
    const batcher = createBatcher<string, string>(
      async (items) => {
        const gate = Promise.withResolvers<void>();
        for (const item of items) gates.set(item, gate);
        await gate.promise;
        return items;
      },
      { maxItems: 1, parallel },
    );
    const open = async (item: string) => {
      while (!gates.has(item)) await new Promise((resolve) => setImmediate(resolve));
      gates.get(item)?.resolve();
    };
    const settled: string[] = [];
    const add = (item: string) => batcher.add(item).then(() => void settled.push(item));
    const earlier = [add('a'), add('b')];

    const idle = batcher.idle().then(() => void settled.push('idle'));
    const later = add('c');
    await open('a');
    await open('b');
    await idle;

    expect(settled).toEqual(['a', 'b', 'idle']);
    await open('c');
    await Promise.all([...earlier, later]);
  },
);

test('a failed flush rejects its own items and no later ones', async () => {
  let calls = 0;
  const batcher = createBatcher<string, string>(
    async (items) => {
      calls += 1;
      if (calls === 1) throw new Error('database away');
      return items;
    },
    { maxItems: 10 },
  );

  await expect(batcher.add('first')).rejects.toThrow('database away');
  await expect(batcher.add('second')).resolves.toBe('second');
});

/** Its flush rejects batches that contain a bad item. */
function refusing(bad: string[], divideOn: (error: unknown) => boolean) {
  const batches: string[] = [];
  const batcher = createBatcher<string, string>(
    async (items) => {
      batches.push(items.join(''));
      if (items.some((item) => bad.includes(item))) throw new Error(`no ${items.join('')}`);
      return items.map((item) => item.toUpperCase());
    },
    { maxItems: 1000, divideOn },
  );
  return { batcher, batches };
}

test('a refused item fails alone: its batch is halved, in order, until the item is alone', async () => {
  const { batcher, batches } = refusing(['c'], () => true);

  const outcomes = await Promise.allSettled([...'abcde'].map((item) => batcher.add(item)));

  expect(batches).toEqual(['abcde', 'abc', 'ab', 'c', 'de']);
  expect(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
  ).toEqual(['A', 'B', 'no c', 'D', 'E']);
});

test('a batch of a thousand items with one bad item takes few flushes', async () => {
  const { batcher, batches } = refusing(['bad'], () => true);
  const items = Array.from({ length: 1000 }, (_, n) => (n === 321 ? 'bad' : `${n}`));

  const outcomes = await Promise.all(items.map((item) => batcher.add(item).catch(() => 'refused')));

  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(1);
  expect(batches.length).toBeLessThan(40);
});

test('an error that does not divide the batch rejects all its items', async () => {
  const { batcher, batches } = refusing(['c'], (error) => !(error instanceof Error));

  const outcomes = await Promise.allSettled([...'abc'].map((item) => batcher.add(item)));

  expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  expect(batches).toEqual(['abc']);
});

test('idle waits for a batch that is being halved', async () => {
  const { batcher, batches } = refusing(['a'], () => true);
  const added = Promise.allSettled(['a', 'b'].map((item) => batcher.add(item)));

  await batcher.idle();

  expect(batches).toEqual(['ab', 'a', 'b']);
  await added;
});

test('a steady stream rests between its flushes, and a single item does not wait', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const startedAt: number[] = [];
  const flush = async (items: number[]) => {
    startedAt.push(performance.now());
    return items;
  };
  const batcher = createBatcher(flush, { maxItems: 10, restMs: 50 });
  const begin = performance.now();

  await batcher.add(0);
  const second = batcher.add(1);
  await vi.advanceTimersByTimeAsync(50);
  await second;

  expect(startedAt.map((at) => at - begin)).toEqual([0, 50]);
});
