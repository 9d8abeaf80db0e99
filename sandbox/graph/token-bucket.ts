/** Allows one call per `intervalMs` on average, and `capacity` at once. */
export class TokenBucket {
  readonly #capacity: number;
  readonly #intervalMs: number;
  /** A time is exact, a fraction of a token is not. */
  #fullAt = 0;

  constructor(capacity: number, intervalMs: number) {
    this.#capacity = capacity;
    this.#intervalMs = intervalMs;
  }

  /** Takes a token if there is one. `now` in milliseconds. */
  take(now: number): boolean {
    if (this.waitMs(now) > 0) return false;
    this.takeAlways(now);
    return true;
  }

  /** Inbound messages are never refused. */
  takeAlways(now: number): void {
    const empty = now + this.#capacity * this.#intervalMs;
    this.#fullAt = Math.min(empty, Math.max(this.#fullAt, now) + this.#intervalMs);
  }

  waitMs(now: number): number {
    return Math.max(0, this.#fullAt - now - (this.#capacity - 1) * this.#intervalMs);
  }
}
