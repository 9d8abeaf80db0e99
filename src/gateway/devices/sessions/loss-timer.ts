/** A reconnect within the grace period cancels the announcement. */
export class LossTimer {
  readonly #graceMs: number;
  readonly #onLost: (reason: string) => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(graceMs: number, onLost: (reason: string) => void) {
    this.#graceMs = graceMs;
    this.#onLost = onLost;
  }

  /** The first reason counts. */
  start(reason: string): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#onLost(reason);
    }, this.#graceMs);
  }

  cancel(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
