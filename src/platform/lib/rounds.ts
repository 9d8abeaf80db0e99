import { isDatabaseUnavailable } from './db/unavailable.ts';
import type { Log } from './log.ts';
import { WakeSignal } from './wake-signal.ts';

export interface RoundsOptions {
  log: Log;
  /** Name of the log line for a round that failed. A database that is away has its own lines. */
  failed: string;
  /** After a round that found nothing to do, or failed. */
  pauseMs: number;
  /** True: the next round begins at once. */
  round: () => Promise<boolean>;
}

/** Repeats the round of a background job until it is stopped. */
export class Rounds {
  readonly #options: RoundsOptions;
  readonly #signal = new WakeSignal();
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  /** Aborted by `stop`, for the work of a round. */
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

  /** Resolves when the present round has ended. */
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
