const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/** The wait before a repeated try, with jitter: many pages must not come back at once. `tries` from 0. */
export function backOffMs(tries: number, atLeastMs = 0): number {
  const base = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries);
  return Math.max(atLeastMs, base * (0.75 + Math.random() / 2));
}

/** A wait that ends early when the browser is connected again. */
export interface Pause {
  wait(ms: number): Promise<void>;
  /** Ends the wait. */
  end(): void;
}

export function openPause(): Pause {
  let end = () => {};
  addEventListener('online', () => end());
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
}
