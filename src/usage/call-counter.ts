import type { Context } from '../context.ts';
import { SECOND } from '../lib/clock.ts';
import { periodOf } from './quota.ts';
import * as store from './store.ts';

const FLUSH_MS = SECOND;

/** Counts in memory, so that no call costs a statement, and stores the counts every second. */
export interface CallCounter {
  count(accountId: number): void;
  /** Rejects when the write fails; the next flush repeats it. */
  flush(): Promise<void>;
  /** Stores the rest. What cannot be written is logged and lost. */
  close(): Promise<void>;
}

export function createCallCounter(ctx: Context): CallCounter {
  let counts = new Map<string, store.CallCount>();
  let period = { name: '', endsAt: 0 };
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function add(accountId: number, period: string, calls: number): void {
    const key = `${period} ${accountId}`;
    const counted = counts.get(key);
    if (counted) counted.calls += calls;
    else counts.set(key, { account_id: accountId, period, calls });
  }

  async function write(): Promise<void> {
    if (counts.size === 0) return;
    const written = [...counts.values()];
    counts = new Map();
    try {
      await store.addCalls(ctx.db, written);
    } catch (error) {
      // If the failed statement was committed, its calls count twice. That is better than a loss.
      for (const { account_id, period, calls } of written) add(account_id, period, calls);
      throw error;
    }
  }

  /** Calls during a statement share the next one. */
  function flush(): Promise<void> {
    if (running === null) {
      running = write().finally(() => {
        running = null;
      });
      return running;
    }
    const earlier = running.catch(() => {});
    next ??= earlier.then(() => {
      next = null;
      return flush();
    });
    return next;
  }

  const flushQuietly = () => flush().catch((error) => ctx.log.warn({ err: error }, 'usage.flush_failed'));
  const timer = setInterval(flushQuietly, FLUSH_MS);

  return {
    count(accountId) {
      const now = ctx.now();
      if (now.getTime() >= period.endsAt || period.name === '') period = monthOf(now);
      add(accountId, period.name, 1);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flushQuietly();
    },
  };
}

function monthOf(at: Date): { name: string; endsAt: number } {
  return { name: periodOf(at), endsAt: Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1) };
}
