import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import * as store from './index-store.ts';

const TICK_MS = SECOND;
const MESSAGES = 2_000;
const CONVERSATIONS = 100;
/** Per transaction: text erasure waits for its end. */
const TARGET_MS = 200;

/** Fewer after a slow or failed transaction. */
class BatchSize {
  readonly #max: number;
  size: number;

  constructor(max: number) {
    this.#max = max;
    this.size = max;
  }

  async timed<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    let isFast = false;
    try {
      const result = await work();
      isFast = performance.now() - started < TARGET_MS;
      return result;
    } finally {
      this.size = isFast ? Math.min(this.#max, 2 * this.size) : Math.max(1, Math.floor(this.size / 2));
    }
  }
}

/** Makes messages searchable within seconds. */
export class SearchIndexer {
  readonly #ctx: Context;
  readonly #messages = new BatchSize(MESSAGES);
  readonly #conversations = new BatchSize(CONVERSATIONS);
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  start(): void {
    this.#running = this.#explain().then(() => this.#schedule(0));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  /** One step: a goal's ids, its transaction number, or batches. */
  async runOnce(): Promise<void> {
    const { db } = this.#ctx;
    const { has_goal, has_xid, is_behind } = await store.readState(db);
    if (has_xid) {
      await this.#fill(store.indexMessages, this.#messages);
      await this.#fill(store.indexConversations, this.#conversations);
      await store.closeGoal(db);
    } else if (has_goal) await store.setGoalXid(db);
    else if (is_behind) await store.setGoal(db);
  }

  /** Until nothing is left, in transactions of about TARGET_MS. */
  async #fill(index: (tx: Tx, limit: number) => Promise<number>, batch: BatchSize): Promise<void> {
    const run = () =>
      this.#ctx.db.transaction(async (tx) => ((await store.lockProgress(tx)) ? index(tx, batch.size) : 0));
    while (!this.#isStopped && (await batch.timed(run)) > 0);
  }

  async #explain(): Promise<void> {
    try {
      if (await store.hasTrigrams(this.#ctx.db)) return;
      this.#ctx.log.warn({ missing: 'pg_trgm, btree_gin' }, 'search.without_index');
    } catch (error) {
      this.#note(error);
    }
  }

  #schedule(ms: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.runOnce()
        .catch((error: unknown) => this.#note(error))
        .then(() => this.#schedule(TICK_MS));
    }, ms);
  }

  #note(error: unknown): void {
    if (!isDatabaseUnavailable(error)) this.#ctx.log.error({ err: error }, 'search.not_indexed');
  }
}

export function startSearchIndexer(ctx: Context): SearchIndexer {
  const indexer = new SearchIndexer(ctx);
  indexer.start();
  return indexer;
}
