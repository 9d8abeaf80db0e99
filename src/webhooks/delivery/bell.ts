/** Ends a wait early. A ring that nobody waits for is kept for the next wait. */
export interface Bell {
  ring(): void;
  /** Ends every wait from now on at once. */
  close(): void;
  /** At most `ms`. */
  wait(ms: number, options?: { onlyForStop?: boolean }): Promise<void>;
}

export function createBell(): Bell {
  let rung = false;
  let closed = false;
  let wake: (() => void) | null = null;

  return {
    ring() {
      rung = true;
      wake?.();
    },
    close() {
      closed = true;
      wake?.();
    },
    wait(ms, { onlyForStop = false } = {}) {
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          wake = null;
          resolve();
          rung = false;
        };
        const timer = setTimeout(end, Math.max(0, ms));
        wake = () => {
          if (closed || !onlyForStop) end();
        };
        if (closed || (rung && !onlyForStop)) end();
      });
    },
  };
}
