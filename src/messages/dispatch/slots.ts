/** Room for work that is slow and not ours to hurry: so much at a time in all, and so much for one key. */
export interface Slots {
  /** Runs `task` when its turn comes; null when the signal came first. Keys take turns, so that none of them can keep the others out. */
  run<T>(key: number, signal: AbortSignal, task: () => Promise<T>): Promise<T | null>;
}

/** `total` pieces of work at a time, `perKey` of them for the same key. */
export function createSlots({ total, perKey }: { total: number; perKey: number }): Slots {
  let running = 0;
  const busy = new Map<number, number>();
  /** The key whose turn is next comes first. */
  const waiting = new Map<number, Set<() => void>>();

  function startWaiting(): void {
    // A key that is served goes to the end of the map, where this loop meets it again.
    for (const [key, starts] of waiting) {
      if (running >= total) return;
      const [start] = starts;
      if (!start || (busy.get(key) ?? 0) >= perKey) continue;
      starts.delete(start);
      waiting.delete(key);
      if (starts.size > 0) waiting.set(key, starts);
      count(key, 1);
      start();
    }
  }

  function count(key: number, change: 1 | -1): void {
    running += change;
    const left = (busy.get(key) ?? 0) + change;
    if (left > 0) busy.set(key, left);
    else busy.delete(key);
  }

  /** True when the slot is ours, false when the signal came first. */
  function turn(key: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = () => {
        const starts = waiting.get(key);
        starts?.delete(start);
        if (starts?.size === 0) waiting.delete(key);
        resolve(false);
      };
      const start = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(true);
      };
      if (signal.aborted) return resolve(false);
      signal.addEventListener('abort', giveUp, { once: true });
      const starts = waiting.get(key);
      if (starts) starts.add(start);
      else waiting.set(key, new Set([start]));
      startWaiting();
    });
  }

  return {
    async run(key, signal, task) {
      if (!(await turn(key, signal))) return null;
      try {
        return await task();
      } finally {
        count(key, -1);
        startWaiting();
      }
    },
  };
}
