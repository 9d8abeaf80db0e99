import { expect, test } from 'vitest';
import { untilDatabaseAnswers } from './retry.ts';

test('an abort ends the wait for a database with the reason of the abort, also in a pause', async () => {
  const stop = new AbortController();
  const reason = new Error('another process has it');
  const silent = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  let calls = 0;
  const waiting = untilDatabaseAnswers(stop.signal, () => {
    calls += 1;
    // After this call has failed, its pause runs.
    setImmediate(() => stop.abort(reason));
    return Promise.reject(silent);
  });

  await expect(waiting).rejects.toBe(reason);
  await expect(untilDatabaseAnswers(stop.signal, () => Promise.resolve())).rejects.toBe(reason);
  expect(calls).toBe(1);
});
