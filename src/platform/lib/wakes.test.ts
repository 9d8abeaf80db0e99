import { expect, test } from 'vitest';
import { until } from '../../../test/harness/until.ts';
import { MAX_ROWS, type Wake, WakeBox } from './wakes.ts';

test('wake-ups during a send go out as one, with their rows while these are few', async () => {
  const sends: [Wake, () => void][] = [];
  const box = new WakeBox((wake) => new Promise((resolve) => void sends.push([wake, resolve])));
  box.add({ messages: [{ id: 1 }] });
  await until(async () => sends.length === 1);

  box.add({ messages: [{ id: 2 }], events: null });
  box.add({ messages: [{ id: 3 }] });
  sends[0]?.[1]();
  await until(async () => sends.length === 2);
  box.add({ messages: Array(MAX_ROWS).fill({ id: 4 }) });
  box.add({ messages: [{ id: 5 }] });
  sends[1]?.[1]();
  await until(async () => sends.length === 3);

  expect(sends.map(([wake]) => wake)).toEqual([
    { messages: [{ id: 1 }] },
    { messages: [{ id: 2 }, { id: 3 }], events: null },
    { messages: null },
  ]);
  sends[2]?.[1]();
});

test('a send that never ends stops no later wake-up', async () => {
  const sent: Wake[] = [];
  const box = new WakeBox((wake) => {
    sent.push(wake);
    return new Promise(() => {});
  }, 1);

  box.add({ messages: null });
  await until(async () => sent.length === 1);
  box.add({ events: null });
  await until(async () => sent.length === 2);

  expect(sent).toEqual([{ messages: null }, { events: null }]);
});
