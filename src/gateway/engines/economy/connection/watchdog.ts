import type { Ratchets } from '../keys/ratchets.ts';
import type { KeyVault } from '../keys/vault.ts';
import type { Timing } from '../timing.ts';

interface Fault {
  isSilent: boolean;
  isStuck: boolean;
}

export class Watchdog {
  readonly #timing: Timing;
  #lastFrameAt = performance.now();
  #lastHealthyAt = Number.NEGATIVE_INFINITY;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  get intervalMs(): number {
    return Math.min(this.#timing.silentAfterMs, this.#timing.stuckAfterMs) / 5;
  }

  frameReceived(): void {
    this.#lastFrameAt = performance.now();
  }

  /** True for the first frame of each `healthyEveryMs`. */
  takeHealthy(): boolean {
    if (this.#lastFrameAt - this.#lastHealthyAt < this.#timing.healthyEveryMs) return false;
    this.#lastHealthyAt = this.#lastFrameAt;
    return true;
  }

  findFault({ ratchets, vault }: { ratchets: Ratchets; vault: KeyVault }): Fault | null {
    const now = performance.now();
    const isSilent = now - this.#lastFrameAt > this.#timing.silentAfterMs;
    const isStuck = now - (ratchets.lockedSince ?? now) > this.#timing.stuckAfterMs && !vault.isWaiting;
    return isSilent || isStuck ? { isSilent, isStuck } : null;
  }
}
