import { expect, test, vi } from 'vitest';
import { once } from './once.ts';

test('callers share one call, and a failed one is forgotten', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('full disk')).mockResolvedValue('folder');
  const folder = once(load);

  const failed = await Promise.allSettled([folder(), folder()]);
  const opened = [await folder(), await folder()];

  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(opened).toEqual(['folder', 'folder']);
  expect(load).toHaveBeenCalledTimes(2);
});
