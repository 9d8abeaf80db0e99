import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../../../platform/lib/log.ts';
import { startWhenResumed } from './paused-roles.ts';

test('a resumption that is refused again and again is logged once, and goes on afterwards', async () => {
  const resume = vi.fn(() => Promise.resolve(true));
  for (let count = 0; count < 3; count += 1) resume.mockRejectedValueOnce(new Error('The original runs'));
  const error = vi.fn();
  const stop = vi.fn(async () => {});
  const identity = { paused: null, resume, release: () => {} };
  const roles = startWhenResumed(identity, { ...silentLog, error }, () => ({ stop }), 1);
  onTestFinished(() => roles.stop());

  await expect.poll(() => resume.mock.calls.length).toBe(4);
  await roles.stop();

  expect(error).toHaveBeenCalledOnce();
  expect(stop).toHaveBeenCalledOnce();
});
