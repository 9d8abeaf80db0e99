import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ConcurrentRounds } from './concurrent-rounds.ts';
import { silentLog } from './log.ts';

function jobs(count: number) {
  let left = count;
  const open: (() => void)[] = [];
  const rounds = new ConcurrentRounds({
    ...{ log: silentLog, failed: 'test.failed', pauseMs: 60_000, slots: 2 },
    claim: async () => (left-- > 0 ? () => new Promise<void>((end) => open.push(end)) : null),
  });
  return { rounds, open };
}

/** Claims take some turns of the event loop. */
async function settle() {
  for (let n = 0; n < 10; n++) await setImmediate();
}

test('work begins while slots are free, and when a slot becomes free', async () => {
  const { rounds, open } = jobs(3);
  rounds.start();
  await settle();
  const atFirst = open.length;

  open[0]?.();
  await settle();

  expect([atFirst, open.length]).toEqual([2, 3]);
  for (const end of open) end();
  await rounds.stop();
});

test('a stop tells the work under way, and waits for it', async () => {
  const { rounds, open } = jobs(1);
  rounds.start();
  await settle();
  let isStopped = false;

  const stopped = rounds.stop().then(() => {
    isStopped = true;
  });
  await settle();

  expect([rounds.stopping.aborted, isStopped]).toEqual([true, false]);
  open[0]?.();
  await stopped;
});
