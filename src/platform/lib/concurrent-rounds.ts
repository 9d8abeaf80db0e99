import { Rounds, type RoundsOptions } from './rounds.ts';

interface ConcurrentRoundsOptions extends Omit<RoundsOptions, 'round'> {
  slots: number;
  /** Null: none is due. */
  claim: () => Promise<(() => Promise<void>) | null>;
}

/** Fills free slots until it is stopped. */
export class ConcurrentRounds {
  readonly #claim: ConcurrentRoundsOptions['claim'];
  readonly #rounds: Rounds;
  readonly #running = new Set<Promise<void>>();

  constructor({ slots, claim, ...options }: ConcurrentRoundsOptions) {
    this.#claim = claim;
    this.#rounds = new Rounds({
      ...options,
      round: async () => {
        while (this.#running.size < slots && (await this.#begin()));
        return false;
      },
    });
  }

  get stopping(): AbortSignal {
    return this.#rounds.stopping;
  }

  start(): void {
    this.#rounds.start();
  }

  /** Ends the pause. */
  wake(): void {
    this.#rounds.wake();
  }

  /** Waits for work under way. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
    await Promise.all(this.#running);
  }

  /** Does all due work. False: none. For tests. */
  async runOnce(): Promise<boolean> {
    while (await this.#begin());
    const hasWorked = this.#running.size > 0;
    await Promise.all(this.#running);
    return hasWorked;
  }

  async #begin(): Promise<boolean> {
    const work = await this.#claim();
    if (!work) return false;
    const running = work().finally(() => {
      this.#running.delete(running);
      this.#rounds.wake();
    });
    this.#running.add(running);
    return true;
  }
}
