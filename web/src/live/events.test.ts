import { expect, test } from 'vitest';
import { createEventReader } from './events.ts';

const STREAM =
  'retry: 2000\nid: 41\n: connected\n\nid: 42\nevent: message.received\ndata: {"text":"Halo: apa kabar"}\n\n' +
  'id: 43\n: ping\n\nevent: conversation.viewers\ndata: {"viewers":[]}\n\nid: 44\nevent: resync\ndata: {}\n\n';

test('events are the same however the network cuts the stream', () => {
  for (let size = 1; size <= STREAM.length; size++) {
    const read = createEventReader();
    const events: unknown[] = [];
    let last: string | null = null;

    for (let at = 0; at < STREAM.length; at += size) {
      const part = read(STREAM.slice(at, at + size));
      events.push(...part.events);
      last = part.lastId;
    }

    expect(events).toEqual([
      { name: 'message.received', data: { text: 'Halo: apa kabar' } },
      { name: 'conversation.viewers', data: { viewers: [] } },
      { name: 'resync', data: {} },
    ]);
    expect(last).toBe('44');
  }
});

test('comments move the position, and make no event', () => {
  const read = createEventReader();

  expect(read('id: 7\n: ping\n\n')).toEqual({ events: [], lastId: '7' });
});

test('an event that is not complete waits for its rest', () => {
  const read = createEventReader();

  expect(read('event: resync\nda').events).toEqual([]);
  expect(read('ta: {}\n\n').events).toEqual([{ name: 'resync', data: {} }]);
});
