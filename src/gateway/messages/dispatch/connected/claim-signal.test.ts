import { expect, test } from 'vitest';
import { MAX_ROWS } from '../../../../platform/lib/wakes.ts';
import { ClaimSignal } from './claim-signal.ts';

test('wakes before the loop is ready share one claim, which serves all devices if one wake asks for it', async () => {
  const signal = new ClaimSignal();
  signal.wake();
  signal.wakeAll();
  signal.wake();

  const first = await signal.next();
  const second = signal.next();
  signal.wake();

  expect([first, await second]).toEqual([
    { forAll: true, handed: null },
    { forAll: false, handed: null },
  ]);
});

test('handed messages are claimed by id while nothing else is new, and they are few', async () => {
  const signal = new ClaimSignal();
  const message = { id: 1, device_id: 2, phone: '62811', type: 'text' };
  const woken = async (...given: (number | null)[]) => {
    for (const count of given)
      if (count === null) signal.wake();
      else signal.hand(Array(count).fill(message));
    return (await signal.next())?.handed?.length ?? null;
  };

  expect([
    await woken(1, MAX_ROWS - 1),
    await woken(1, null, 1),
    await woken(MAX_ROWS, 1),
    await woken(1),
  ]).toEqual([...[MAX_ROWS, null, null, 1]]);
});

test('a closed signal ends the wait, and later wakes have no effect', async () => {
  const signal = new ClaimSignal();
  const waiting = signal.next();

  signal.close();
  signal.wake();

  expect([await waiting, await signal.next()]).toEqual([null, null]);
});
