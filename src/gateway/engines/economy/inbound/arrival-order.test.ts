import { expect, test, vi } from 'vitest';
import { ArrivalOrder } from './arrival-order.ts';

const stanza = (from: string) => ({ tag: 'message', attrs: { from } });

function scene() {
  const order = new ArrivalOrder(() => false);
  const delivered: string[] = [];
  const arrive = (name: string, from: string) => {
    const node = stanza(from);
    order.arrive(node, () => delivered.push(name));
    return node;
  };
  return { order, delivered, arrive };
}

test('the next message of a sender is delivered when decryption of the previous one begins', () => {
  const { order, delivered, arrive } = scene();
  const first = arrive('first', 'a@lid');
  const second = arrive('second', 'a@lid');
  arrive('third', 'a@lid');

  expect(delivered).toEqual(['first']);
  order.begun(first);
  expect(delivered).toEqual(['first', 'second']);
  order.begun(first);
  expect(delivered).toEqual(['first', 'second']);
  order.begun(second);
  expect(delivered).toEqual(['first', 'second', 'third']);
  order.close();
});

test('one sender does not wait for another sender', () => {
  const { order, delivered, arrive } = scene();

  arrive('slow', 'a@lid');
  arrive('quick', 'b@lid');

  expect(delivered).toEqual(['slow', 'quick']);
  order.close();
});

test('a stanza that is never decrypted delays the next one by two seconds', () => {
  vi.useFakeTimers();
  try {
    const { delivered, arrive } = scene();
    arrive('ignored', 'a@lid');
    arrive('next', 'a@lid');

    vi.advanceTimersByTime(1_999);
    expect(delivered).toEqual(['ignored']);
    vi.advanceTimersByTime(1);
    expect(delivered).toEqual(['ignored', 'next']);
  } finally {
    vi.useRealTimers();
  }
});

test('nothing is delivered after the close', () => {
  const { order, delivered, arrive } = scene();
  const first = arrive('first', 'a@lid');
  arrive('second', 'a@lid');

  order.close();
  order.begun(first);

  expect(delivered).toEqual(['first']);
});
