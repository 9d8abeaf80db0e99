import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';

const MIN_MS = SECOND;
const MAX_MS = MINUTE;

/** For logouts without an answer. */
export class LogoutBackoff {
  #waitMs = MIN_MS;
  /** On the clock of `performance`. */
  #notBefore = 0;

  mayTry(): boolean {
    return performance.now() >= this.#notBefore;
  }

  /** Returns the wait in ms. */
  postpone(): number {
    const waitMs = this.#waitMs;
    this.#notBefore = performance.now() + waitMs;
    this.#waitMs = Math.min(waitMs * 2, MAX_MS);
    return waitMs;
  }
}
