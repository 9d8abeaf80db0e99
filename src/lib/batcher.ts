/**
 * Turns calls of one moment into one flush: what is added while a flush runs waits for the next one, so that the size of a batch
 * follows the load by itself. `flush` answers in the order of its items; when it rejects, every item of the batch rejects,
 * unless `divideOn` says otherwise.
 */
export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>;
  /** Resolves when everything added before this call is settled, whatever is added meanwhile. */
  idle(): Promise<void>;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export function createBatcher<Item, Result>(
  flush: (items: Item[]) => Promise<Result[]>,
  options: {
    maxItems: number;
    parallel?: number;
    /** For items of unequal cost: what the items of one flush may weigh together. One that weighs more by itself is flushed alone. */
    weight?: { of(item: Item): number; max: number };
    /**
     * Asked when a batch of several is rejected: true flushes its halves again, in order, down to single items if need be, so that an item
     * which the database refuses fails alone. For a flush that may run again after it was rejected. Default: never.
     */
    divideOn?(error: unknown): boolean;
  },
): Batcher<Item, Result> {
  const { maxItems, parallel = 1, weight, divideOn = () => false } = options;
  let waiting: Waiting<Item, Result>[] = [];
  /** Items are numbered in the order of arrival. How many have left `waiting`: the number of the first one that waits. */
  let taken = 0;
  /** The batches under way, each by the number of its first item. */
  const running = new Set<number>();
  let scheduled = false;
  let idlers: { until: number; done: () => void }[] = [];

  function schedule(): void {
    if (scheduled || waiting.length === 0 || running.size >= parallel) return;
    scheduled = true;
    // After the I/O of this turn of the loop: all requests that have arrived by now share the flush.
    setImmediate(() => {
      scheduled = false;
      void run();
    });
  }

  async function run(): Promise<void> {
    const count = nextCount();
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    const first = taken;
    taken += batch.length;
    running.add(first);
    schedule();
    await settle(batch);
    running.delete(first);
    schedule();
    if (idlers.length > 0) releaseIdlers();
  }

  /** How many of those that wait make the next batch. */
  function nextCount(): number {
    const count = Math.min(waiting.length, maxItems);
    if (!weight) return count;
    let total = 0;
    const over = waiting.slice(0, count).findIndex(({ item }) => {
      total += weight.of(item);
      return total > weight.max;
    });
    return over === -1 ? count : Math.max(1, over);
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await flush(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result); // flush answers one result per item
    } catch (error) {
      if (batch.length > 1 && divideOn(error)) {
        const half = Math.ceil(batch.length / 2);
        await settle(batch.slice(0, half));
        await settle(batch.slice(half));
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  /** Everything before this number is settled. */
  const settled = () => Math.min(taken, ...running);

  function releaseIdlers(): void {
    const reached = settled();
    for (const { until, done } of idlers) if (until <= reached) done();
    idlers = idlers.filter(({ until }) => until > reached);
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        schedule();
      });
    },
    idle() {
      const until = taken + waiting.length;
      if (settled() >= until) return Promise.resolve();
      return new Promise((done) => idlers.push({ until, done }));
    },
  };
}
