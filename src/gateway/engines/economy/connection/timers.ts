export class Timers {
  readonly #timers = new Set<NodeJS.Timeout>();

  after(ms: number, task: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      task();
    }, ms);
    this.#timers.add(timer);
  }

  every(ms: number, task: () => void): void {
    this.#timers.add(setInterval(task, ms));
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
