import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { identify, isRunning, type ProcessIdentity, signalProcess, waitForEnd } from './process-identity.ts';

function sleeper(): { identity: ProcessIdentity; ended: Promise<unknown> } {
  const child = spawn('sleep', ['60']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const identity = identify(child.pid ?? 0);
  if (!identity) throw new Error('the child did not start');
  return { identity, ended: once(child, 'exit') };
}

test('a process is identified by its pid and start time', () => {
  const { identity } = sleeper();

  const imposter = { ...identity, began: 'another time' };

  expect([isRunning(identity), isRunning(imposter)]).toEqual([true, false]);
  expect(signalProcess(imposter, 'SIGKILL')).toBe(false);
  expect(isRunning(identity)).toBe(true);
});

test('waiting for the end of a process has a limit', async () => {
  const { identity, ended } = sleeper();

  const before = await waitForEnd(identity, 30);
  const signalled = signalProcess(identity, 'SIGTERM');
  const after = await waitForEnd(identity, 5_000);
  await ended;

  expect([before, signalled, after]).toEqual([false, true, true]);
  expect(signalProcess(identity, 'SIGTERM')).toBe(false);
});

test('an unused pid has no identity', () => {
  expect(identify(2 ** 22 + 1)).toBeNull();
});
