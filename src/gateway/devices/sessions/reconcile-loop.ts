import type { Log } from '../../../platform/lib/log.ts';
import { untilDatabaseAnswers } from '../../../platform/lib/retry.ts';

/** Requests within this time share a run. */
const SPACING_MS = 25;

/** One run at a time. A request during a run causes another one. */
export class ReconcileLoop {
  readonly #log: Log;
  readonly #reconcile: () => Promise<void>;
  readonly #stopped = new AbortController();
  #running: Promise<void> | null = null;
  #isRequested = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(log: Log, reconcile: () => Promise<void>) {
    this.#log = log;
    this.#reconcile = reconcile;
  }

  schedule(): void {
    if (this.#stopped.signal.aborted) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.run();
    }, SPACING_MS);
  }

  run(): Promise<void> {
    this.#isRequested = true;
    this.#running ??= this.#runWhileRequested();
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  async #runWhileRequested(): Promise<void> {
    const { signal } = this.#stopped;
    while (this.#isRequested && !signal.aborted) {
      this.#isRequested = false;
      await untilDatabaseAnswers(signal, this.#reconcile).catch((error) => {
        if (!signal.aborted) this.#log.error({ err: error }, 'sessions.look_failed');
      });
    }
    this.#running = null;
  }
}
