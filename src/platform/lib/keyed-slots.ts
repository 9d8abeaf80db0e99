type Start = () => void;

/** `total` tasks, `perKey` of a key. Keys take turns. */
export class KeyedSlots {
  readonly #total: number;
  readonly #perKey: number;
  #running = 0;
  readonly #runningByKey = new Map<number, number>();
  readonly #waiting = new Map<number, Set<Start>>();

  constructor({ total, perKey }: { total: number; perKey: number }) {
    this.#total = total;
    this.#perKey = perKey;
  }

  async run<T>(key: number, signal: AbortSignal, task: () => Promise<T>): Promise<T | null> {
    if (!(await this.#acquire(key, signal))) return null;
    try {
      return await task();
    } finally {
      this.#count(key, -1);
      this.#startWaiting();
    }
  }

  #acquire(key: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(false);
      const giveUp = () => {
        this.#stopWaiting(key, start);
        resolve(false);
      };
      const start = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(true);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.set(key, (this.#waiting.get(key) ?? new Set()).add(start));
      this.#startWaiting();
    });
  }

  #startWaiting(): void {
    for (const [key, starts] of this.#waiting) {
      if (this.#running >= this.#total) return;
      const [start] = starts;
      if (!start || (this.#runningByKey.get(key) ?? 0) >= this.#perKey) continue;
      this.#stopWaiting(key, start);
      if (starts.size > 0) {
        this.#waiting.delete(key);
        this.#waiting.set(key, starts);
      }
      this.#count(key, 1);
      start();
    }
  }

  #stopWaiting(key: number, start: Start): void {
    const starts = this.#waiting.get(key);
    starts?.delete(start);
    if (starts?.size === 0) this.#waiting.delete(key);
  }

  #count(key: number, change: 1 | -1): void {
    this.#running += change;
    const running = (this.#runningByKey.get(key) ?? 0) + change;
    if (running > 0) this.#runningByKey.set(key, running);
    else this.#runningByKey.delete(key);
  }
}
