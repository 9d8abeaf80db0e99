import { systemClock } from './clock.ts';

/** Items added during a flush wait for the next one, so batches grow with the load. */
export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>;
  /** Resolves when earlier items are settled. */
  idle(): Promise<void>;
}

interface BatcherOptions<Item> {
  maxItems: number;
  /** Concurrent flushes. Default: 1. */
  parallel?: number;
  /** From the start of a flush to the next one, at least: a steady stream shares commits. */
  restMs?: number;
  weight?: { of(item: Item): number; max: number };
  /**
   * True: flush the halves of a rejected batch again, so that only the refused item fails. Default: all items of the
   * batch are rejected. Only for a flush that may run twice.
   */
  divideOn?(error: unknown): boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** `flush` returns one result per item, in order. */
export function createBatcher<Item, Result>(
  flush: (items: Item[]) => Promise<Result[]>,
  options: BatcherOptions<Item>,
): Batcher<Item, Result> {
  const batcher = new QueueingBatcher(flush, options);
  return { add: (item) => batcher.add(item), idle: () => batcher.idle() };
}

class QueueingBatcher<Item, Result> implements Batcher<Item, Result> {
  readonly #flush: (items: Item[]) => Promise<Result[]>;
  readonly #options: BatcherOptions<Item>;
  #waiting: Waiting<Item, Result>[] = [];
  #taken = 0;
  readonly #running = new Set<number>();
  #scheduled = false;
  #startedAt = Number.NEGATIVE_INFINITY;
  #idlers: { until: number; done: () => void }[] = [];

  constructor(flush: (items: Item[]) => Promise<Result[]>, options: BatcherOptions<Item>) {
    this.#flush = flush;
    this.#options = options;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#schedule();
    });
  }

  idle(): Promise<void> {
    const until = this.#taken + this.#waiting.length;
    if (this.#settled() >= until) return Promise.resolve();
    return new Promise((done) => this.#idlers.push({ until, done }));
  }

  #schedule(): void {
    const { parallel = 1, restMs = 0 } = this.#options;
    if (this.#scheduled || this.#waiting.length === 0 || this.#running.size >= parallel) return;
    this.#scheduled = true;
    const start = () => {
      this.#scheduled = false;
      void this.#run();
    };
    const restingMs = restMs === 0 ? 0 : this.#startedAt + restMs - systemClock.uptimeMs();
    if (restingMs > 0) setTimeout(start, restingMs);
    else setImmediate(start);
  }

  async #run(): Promise<void> {
    const count = this.#nextCount();
    const batch = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    this.#startedAt = systemClock.uptimeMs();
    const first = this.#taken;
    this.#taken += batch.length;
    this.#running.add(first);
    this.#schedule();
    await this.#settle(batch);
    this.#running.delete(first);
    this.#schedule();
    if (this.#idlers.length > 0) this.#releaseIdlers();
  }

  #nextCount(): number {
    const { maxItems, weight } = this.#options;
    const count = Math.min(this.#waiting.length, maxItems);
    if (!weight) return count;
    let total = 0;
    const over = this.#waiting.slice(0, count).findIndex(({ item }) => {
      total += weight.of(item);
      return total > weight.max;
    });
    return over === -1 ? count : Math.max(1, over);
  }

  async #settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#flush(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1 && this.#options.divideOn?.(error)) {
        const half = Math.ceil(batch.length / 2);
        await this.#settle(batch.slice(0, half));
        await this.#settle(batch.slice(half));
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  #settled(): number {
    return Math.min(this.#taken, ...this.#running);
  }

  #releaseIdlers(): void {
    const reached = this.#settled();
    for (const { until, done } of this.#idlers) if (until <= reached) done();
    this.#idlers = this.#idlers.filter(({ until }) => until > reached);
  }
}
