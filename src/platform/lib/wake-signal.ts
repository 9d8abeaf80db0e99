/** A wake-up between waits ends the next wait. */
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

  /** With `onlyForClose`, wake-ups do not end the wait. */
  wait(ms: number, { onlyForClose = false } = {}): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#endWait = null;
        this.#isAwake = false;
        resolve();
      };
      const timer = setTimeout(end, Math.max(0, ms));
      this.#endWait = () => {
        if (this.#isClosed || !onlyForClose) end();
      };
      if (this.#isClosed || (this.#isAwake && !onlyForClose)) end();
    });
  }
}
