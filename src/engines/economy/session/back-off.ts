import type { Timing } from '../timing.ts';

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

  async wait(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, backoffMs(this.#attempt, this.#timing, this.#random));
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

/** Doubles up to the maximum, minus a random part of up to one half. */
export function backoffMs(attempt: number, timing: Timing, random: () => number): number {
  const full = Math.min(timing.backoffMaxMs, timing.backoffMinMs * 2 ** Math.min(attempt, 20));
  return Math.round(full * (0.5 + random() / 2));
}
