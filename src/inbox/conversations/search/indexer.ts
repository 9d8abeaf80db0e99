import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { REST_MS } from '../../../platform/lib/pause.ts';
import { type Repeated, repeat } from '../../../platform/lib/repeat.ts';
import * as store from './index-store.ts';

/** On another server, numbers of transactions mean nothing. */
export const { readLag, restartIndex } = store;

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

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** One step: a goal's ids, its transaction number, or batches. False: nothing was left. */
  async runOnce(stopping?: AbortSignal): Promise<boolean> {
    const { db } = this.#ctx;
    const { has_goal, has_xid, is_behind } = await store.readState(db, {});
    if (has_xid) {
      await this.#fill(store.indexMessages, this.#messages, stopping);
      await this.#fill(store.indexConversations, this.#conversations, stopping);
      await store.closeGoal(db, {});
    } else if (has_goal) await store.setGoalXid(db, {});
    else if (is_behind) await store.setGoal(db, {});
    return has_goal || is_behind;
  }

  /** Until nothing is left, in transactions of about TARGET_MS. */
  async #fill(
    index: (tx: Tx, limit: number) => Promise<number>,
    batch: BatchSize,
    stopping?: AbortSignal,
  ): Promise<void> {
    const run = () =>
      this.#ctx.db.transaction(async (tx) => ((await store.lockProgress(tx)) ? index(tx, batch.size) : 0));
    while (!stopping?.aborted && (await batch.timed(run)) > 0);
  }
}

export function startSearchIndexer(ctx: Context): Repeated {
  const indexer = new SearchIndexer(ctx);
  let isExplained = false;
  return repeat(ctx, {
    failed: 'search.not_indexed',
    everyMs: TICK_MS,
    rests: true,
    topics: ['events'],
    spacingMs: TICK_MS,
    kind: 'upkeep',
    async work(stopping) {
      if (!isExplained && !(await store.hasTrigrams(ctx.db)))
        ctx.log.warn({ missing: 'pg_trgm, btree_gin' }, 'search.without_index');
      isExplained = true;
      return (await indexer.runOnce(stopping)) ? TICK_MS : REST_MS;
    },
  });
}

/** What arrives under ids that the indexer has passed. Row ids: above `after`, up to `until`. */
export function indexRange(tx: Tx, range: { after: number; until: number }): Promise<void> {
  return store.indexRange(tx, range);
}
