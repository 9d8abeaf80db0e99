/** Lets one pass every `intervalMs` on average, and up to `capacity` at once. */
export class TokenBucket {
  readonly #capacity: number;
  readonly #intervalMs: number;
  /** When it is full again: counting times instead of fractions keeps it exact. */
  #fullAt = 0;

  constructor(capacity: number, intervalMs: number) {
    this.#capacity = capacity;
    this.#intervalMs = intervalMs;
  }

  /** False when nothing is left; nothing is taken then. `now` in milliseconds. */
  take(now: number): boolean {
    if (this.waitMs(now) > 0) return false;
    this.force(now);
    return true;
  }

  /** Takes one even if nothing is left: what comes in cannot be refused, it only leaves less for others. */
  force(now: number): void {
    const empty = now + this.#capacity * this.#intervalMs;
    this.#fullAt = Math.min(empty, Math.max(this.#fullAt, now) + this.#intervalMs);
  }

  waitMs(now: number): number {
    return Math.max(0, this.#fullAt - now - (this.#capacity - 1) * this.#intervalMs);
  }
}
