import type { Timing } from '../timing.ts';

/** About five minutes. */
const OUTAGE_ATTEMPTS = 40;

export class BackOff {
  readonly #timing: Timing;
  readonly #random: () => number;
  #attempt = 0;
  #skip: (() => void) | null = null;

  constructor(timing: Timing, random: () => number) {
    this.#timing = timing;
    this.#random = random;
  }

  reset(): void {
    this.#attempt = 0;
  }

  /** `isUnreached`: no server has refused the attempt. */
  async wait(isUnreached: boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, backoffMs(this.#attempt, this.#timing, this.#random, isUnreached));
    this.#attempt += 1;
    this.#skip = resolve;
    await promise;
    clearTimeout(timer);
    this.#skip = null;
  }

  skip(): void {
    this.#skip?.();
  }
}

/**
 * Doubles up to the maximum, minus a random part up to one half. In an outage, frequent attempts
 * cost no server, and bring the device back soon.
 */
export function backoffMs(
  attempt: number,
  timing: Timing,
  random: () => number,
  isUnreached: boolean,
): number {
  const mostMs = isUnreached && attempt < OUTAGE_ATTEMPTS ? timing.backoffOutageMs : timing.backoffMaxMs;
  const full = Math.min(mostMs, timing.backoffMaxMs, timing.backoffMinMs * 2 ** Math.min(attempt, 20));
  return Math.round(full * (0.5 + random() / 2));
}
