import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseUnavailable } from './db/unavailable.ts';

const DATABASE_RETRY_MS = 200;

/** Rejects with the reason of `signal` when it aborts. Only for work that may run twice. */
export async function untilDatabaseAnswers<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
    await wait(DATABASE_RETRY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
