import { expect, test } from 'vitest';
import { KeyedSlots } from './keyed-slots.ts';

const never = new AbortController().signal;

/** Work that ends when the test says so. */
function jobs(limits: { total: number; perKey: number }) {
  const slots = new KeyedSlots(limits);
  const running = new Map<string, () => void>();
  const order: string[] = [];
  const start = (key: number, name: string, signal: AbortSignal = never) =>
    slots.run(key, signal, () => {
      order.push(name);
      return new Promise<string>((resolve) => running.set(name, () => resolve(name)));
    });
  /** Ends the named work, and lets the next one start. */
  const end = async (name: string) => {
    running.get(name)?.();
    running.delete(name);
    await new Promise(setImmediate);
  };
  return { slots, start, end, order, running: () => [...running.keys()] };
}

test('work beyond the limit of its key, or beyond the total, waits', async () => {
  const { start, end, running } = jobs({ total: 3, perKey: 2 });

  for (const name of ['a1', 'a2', 'a3']) void start(1, name);
  for (const name of ['b1', 'b2']) void start(2, name);
  await new Promise(setImmediate);

  expect(running()).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(running()).toEqual(['a1', 'a2', 'b2']);
});

test('keys take turns: a long queue of one key does not delay the others', async () => {
  const { start, end, order } = jobs({ total: 1, perKey: 1 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void start(1, name);
  void start(2, 'b1');
  void start(3, 'c1');

  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']) {
    await new Promise(setImmediate);
    await end(name);
  }

  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
});

test('an aborted wait answers null, starts no work, and leaves its slot to the next', async () => {
  const { start, end, order } = jobs({ total: 1, perKey: 1 });
  const stop = new AbortController();
  void start(1, 'first');
  const given = start(1, 'given up', stop.signal);
  void start(1, 'last');
  await new Promise(setImmediate);

  stop.abort();
  await end('first');

  expect(await given).toBeNull();
  expect(await start(1, 'too late', AbortSignal.abort())).toBeNull();
  expect(order).toEqual(['first', 'last']);
});

test('work that fails frees its slot', async () => {
  const { slots } = jobs({ total: 1, perKey: 1 });

  await expect(slots.run(1, never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');

  expect(await slots.run(1, never, async () => 'next')).toBe('next');
});
