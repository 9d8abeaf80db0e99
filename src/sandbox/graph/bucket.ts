import { SECOND } from '../../lib/clock.ts';

/** Lets `perSecond` pass on average, and up to `capacity` at once. */
export class TokenBucket {
  readonly #capacity: number;
  readonly #perSecond: number;
  #tokens: number;
  #at: number;

  /** Times are in milliseconds. */
  constructor(capacity: number, perSecond: number, now: number) {
    this.#capacity = capacity;
    this.#perSecond = perSecond;
    this.#tokens = capacity;
    this.#at = now;
  }

  /** False when nothing is left; nothing is taken then. */
  take(now: number): boolean {
    this.#refill(now);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Takes one even if nothing is left: what comes in cannot be refused, it only leaves less for others. */
  force(now: number): void {
    this.#refill(now);
    this.#tokens = Math.max(0, this.#tokens - 1);
  }

  waitMs(now: number): number {
    this.#refill(now);
    return Math.max(0, ((1 - this.#tokens) / this.#perSecond) * SECOND);
  }

  #refill(now: number): void {
    const elapsedMs = Math.max(0, now - this.#at);
    this.#at = Math.max(this.#at, now);
    this.#tokens = Math.min(this.#capacity, this.#tokens + (elapsedMs / SECOND) * this.#perSecond);
  }
}
