/** A failed step does not stop the next one. */
export class SerialQueue {
  readonly #stopped: AbortSignal;
  readonly #onError: (error: unknown) => void;
  #tail: Promise<void> = Promise.resolve();

  constructor(stopped: AbortSignal, onError: (error: unknown) => void) {
    this.#stopped = stopped;
    this.#onError = onError;
  }

  /** After the stop, steps neither start nor report errors. */
  add(step: () => Promise<void>): void {
    this.#tail = this.#tail.then(async () => {
      if (this.#stopped.aborted) return;
      try {
        await step();
      } catch (error) {
        if (!this.#stopped.aborted) this.#onError(error);
      }
    });
  }

  idle(): Promise<void> {
    return this.#tail;
  }
}
