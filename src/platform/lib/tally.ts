import { SECOND } from './clock.ts';
import type { Log } from './log.ts';

const FLUSH_MS = SECOND;

/** Counts in memory; one statement a second stores them. */
export interface Tally<Of> {
  /** One more of this. */
  count(of: Of): void;
  /** A failed write rejects; the next repeats it. */
  flush(): Promise<void>;
  /** Stores the rest, or logs the loss. */
  close(): Promise<void>;
}

/** `name`: of the log line. `keyOf` joins events; it runs for each. */
export function openTally<Of extends object>(
  { log, name, keyOf }: { log: Log; name: string; keyOf(of: Of): string },
  store: (counts: readonly { of: Of; count: number }[]) => Promise<void>,
): Tally<Of> {
  let counts = new Map<string, { of: Of; count: number }>();
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function add(of: Of, count: number): void {
    const key = keyOf(of);
    const counted = counts.get(key);
    if (counted) counted.count += count;
    else counts.set(key, { of, count });
  }

  async function write(): Promise<void> {
    if (counts.size === 0) return;
    const written = [...counts.values()];
    counts = new Map();
    try {
      await store(written);
    } catch (error) {
      // A committed statement may count twice, which is better than a loss.
      for (const { of, count } of written) add(of, count);
      throw error;
    }
  }

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

  const flushQuietly = () => flush().catch((error) => log.warn({ err: error }, name));
  const timer = setInterval(flushQuietly, FLUSH_MS);

  return {
    count: (of) => add(of, 1),
    flush,
    async close() {
      clearInterval(timer);
      await flushQuietly();
    },
  };
}
