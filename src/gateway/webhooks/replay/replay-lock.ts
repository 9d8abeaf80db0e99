/** A replay uses a database connection for seconds; a waiting replay uses none. */
export class ReplayLock {
  readonly #accounts = new Set<number>();
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(most: number) {
    this.#free = most;
  }

  /** Null when the account has a replay already. */
  async run<T>(accountId: number, work: () => Promise<T>): Promise<T | null> {
    if (this.#accounts.has(accountId)) return null;
    this.#accounts.add(accountId);
    try {
      return await this.#waitAndRun(work);
    } finally {
      this.#accounts.delete(accountId);
    }
  }

  async #waitAndRun<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((start) => this.#waiting.push(start));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
