import { MINUTE } from './clock.ts';

/** A lost wake-up is rare: its process was killed, or the database restarted. */
export const REST_MS = MINUTE;

/** How long a loop waits for a wake-up before it looks by itself: ever longer while nothing happens. */
export class Pause {
  readonly #firstMs: number;
  #ms: number;

  constructor(firstMs: number) {
    this.#firstMs = firstMs;
    this.#ms = firstMs;
  }

  /** Something happened, so more may follow. */
  shorten(): void {
    this.#ms = this.#firstMs;
  }

  next(): number {
    const ms = this.#ms;
    this.#ms = Math.max(this.#firstMs, Math.min(REST_MS, 2 * ms));
    return ms;
  }
}
