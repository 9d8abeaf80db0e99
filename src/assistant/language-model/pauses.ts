import { SECOND } from '../../platform/lib/clock.ts';

const FAILURES = 3;
const PAUSE_MS = 60 * SECOND;
const MAX_ENTRIES = 1_000;

interface Entry {
  failures: number;
  until: number;
}

/** Per process: customers need not wait for a provider that is down. */
export class Pauses {
  readonly #entries = new Map<string, Entry>();

  isPaused(key: string, now: Date): boolean {
    return (this.#entries.get(key)?.until ?? 0) > now.getTime();
  }

  /** After a pause, one failure begins the next. */
  failed(key: string, now: Date): void {
    const failures = (this.#entries.get(key)?.failures ?? 0) + 1;
    const until = failures >= FAILURES ? now.getTime() + PAUSE_MS : 0;
    this.#entries.delete(key);
    this.#entries.set(key, { failures, until });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
  }

  worked(key: string): void {
    this.#entries.delete(key);
  }
}
