/** Wakes before the loop is ready share one claim. */
export class ClaimSignal {
  #isWoken = false;
  #isForAll = false;
  #isClosed = false;
  #notify: (() => void) | null = null;

  wake(): void {
    this.#isWoken = true;
    this.#notify?.();
  }

  /** Also devices whose window is more than half full. */
  wakeAll(): void {
    this.#isForAll = true;
    this.wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#notify?.();
  }

  /** At once after a wake; null when closed. */
  async next(): Promise<{ forAll: boolean } | null> {
    if (!this.#isWoken && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
      this.#notify = null;
    }
    if (this.#isClosed) return null;
    const woken = { forAll: this.#isForAll };
    this.#isWoken = false;
    this.#isForAll = false;
    return woken;
  }
}
