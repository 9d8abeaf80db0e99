import { expect, test } from 'vitest';
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

test('a closed signal ends the wait, and later wakes have no effect', async () => {
  const signal = new ClaimSignal();
  const waiting = signal.next();

  signal.close();
  signal.wake();

  expect([await waiting, await signal.next()]).toEqual([null, null]);
});
