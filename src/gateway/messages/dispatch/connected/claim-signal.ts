/** Wakes the claim loop. All wakes before the loop is ready again share one claim. */
export class ClaimSignal {
  #isWoken = false;
  #isForAll = false;
  #isClosed = false;
  #notify: (() => void) | null = null;

  wake(): void {
    this.#isWoken = true;
    this.#notify?.();
  }

  /** The next claim also serves devices whose window is more than half full. */
  wakeAll(): void {
    this.#isForAll = true;
    this.wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#notify?.();
  }

  /** A wake since the last call resolves it at once; null when closed. */
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
