import { isDatabaseUnavailable } from './db/unavailable.ts';
import type { Log } from './log.ts';
import { WakeSignal } from './wake-signal.ts';

export interface RoundsOptions {
  log: Log;
  /** Log line of a failed round. */
  failed: string;
  /** After an idle or failed round. */
  pauseMs: number;
  /** True: again at once. */
  round: () => Promise<boolean>;
}

export class Rounds {
  readonly #options: RoundsOptions;
  readonly #signal = new WakeSignal();
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Ends the pause. */
  wake(): void {
    this.#signal.wake();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#signal.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { log, failed, pauseMs, round } = this.#options;
    while (!this.stopping.aborted) {
      let isBusy = false;
      try {
        isBusy = await round();
      } catch (error) {
        if (!isDatabaseUnavailable(error)) log.error({ err: error }, failed);
      }
      if (!isBusy) await this.#signal.wait(pauseMs);
    }
  }
}
