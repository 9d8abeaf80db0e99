/** A wake-up between waits ends the next. */
export class WakeSignal {
  #isAwake = false;
  #isClosed = false;
  #endWait: (() => void) | null = null;

  wake(): void {
    this.#isAwake = true;
    this.#endWait?.();
  }

  close(): void {
    this.#isClosed = true;
    this.#endWait?.();
  }

  /** `onlyForClose` ignores wake-ups. False: time over. */
  wait(ms: number, { onlyForClose = false } = {}): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isWoken: boolean) => {
        clearTimeout(timer);
        this.#endWait = null;
        this.#isAwake = false;
        resolve(isWoken);
      };
      const timer = setTimeout(() => end(false), Math.max(0, ms));
      this.#endWait = () => {
        if (this.#isClosed || !onlyForClose) end(true);
      };
      if (this.#isClosed || (this.#isAwake && !onlyForClose)) end(true);
    });
  }
}
