import { setTimeout as wait } from 'node:timers/promises';

/** Calls that have not ended. None rejects. */
export class RunningWork {
  readonly #running = new Set<Promise<unknown>>();

  track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    return work.finally(() => this.#running.delete(work));
  }

  settled(): Promise<unknown> {
    return Promise.all(this.#running);
  }

  /** As `settled`, for at most this time. */
  async drain(ms: number): Promise<void> {
    await Promise.race([this.settled(), wait(ms, undefined, { ref: false })]);
  }
}
