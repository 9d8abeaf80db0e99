import { EventEmitter, once } from 'node:events';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR } from './clock.ts';
import { silentLog } from './log.ts';
import { repeat } from './repeat.ts';

/** Runs that wait in their work for `go`. */
function runs(everyMs = HOUR, spacingMs = 0) {
  const begun = new EventEmitter();
  const gates: PromiseWithResolvers<void>[] = [];
  const loop = repeat(
    { log: silentLog },
    {
      ...{ failed: 'test.failed', everyMs, spacingMs },
      async work() {
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        begun.emit('run');
        await gate.promise;
      },
    },
  );
  onTestFinished(async () => {
    for (const gate of gates) gate.resolve();
    await loop.stop();
  });
  return { loop, gates, next: () => once(begun, 'run') };
}

test('the first run begins at once, and wake-ups during a run are followed by one other run', async () => {
  const { loop, gates, next } = runs();
  await next();

  loop.wake();
  loop.wake();
  const during = gates.length;
  const second = next();
  gates[0]?.resolve();
  await second;
  gates[1]?.resolve();
  await loop.stop();

  expect([during, gates.length]).toEqual([1, 2]);
});

test('after a run that fails, the next one comes by itself', async () => {
  const { gates, next } = runs(1);
  await next();

  const second = next();
  gates[0]?.reject(new Error('a fault'));

  await expect(second).resolves.toEqual([]);
});

test('a wake-up that shares its run with others delays no run that is due before', async () => {
  const { loop, gates, next } = runs(50, HOUR);
  await next();
  gates[0]?.resolve();
  await nextIteration();

  const second = next();
  loop.wake();

  await expect(second).resolves.toEqual([]);
});

test('a stop waits for the run under way', async () => {
  const { loop, gates, next } = runs();
  await next();
  const ended: string[] = [];

  const stopped = loop.stop().then(() => ended.push('stop'));
  void gates[0]?.promise.then(() => ended.push('run'));
  gates[0]?.resolve();
  await stopped;

  expect(ended).toEqual(['run', 'stop']);
});
