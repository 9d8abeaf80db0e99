import type { Context } from '../../../context.ts';
import { WakeSignal } from '../../../platform/lib/wake-signal.ts';
import { closeOrphans, type OrphanCursor, startOf } from './orphan-store.ts';

const CHUNK_DELIVERIES = 1_000;
const CHUNK_WEBHOOKS = 100;

/** Rests as long as each chunk took: orphans take at most half of one connection. */
export class OrphanCloser {
  readonly #ctx: Context;
  /** A webhook with more orphans goes behind the others. */
  readonly #cursors = new Map<number, OrphanCursor>();
  readonly #signal = new WakeSignal();
  #isStopped = false;
  #running: Promise<void> | null = null;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  add(webhookIds: readonly number[]): void {
    for (const id of webhookIds) if (!this.#cursors.has(id)) this.#cursors.set(id, startOf(id));
    this.#running ??= this.#run()
      .catch((error) => {
        this.#cursors.clear();
        this.#ctx.log.warn({ err: error }, 'webhook.settling_failed');
      })
      .finally(() => {
        this.#running = null;
      });
  }

  idle(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    this.#signal.close();
    return this.idle();
  }

  async #run(): Promise<void> {
    while (this.#cursors.size > 0 && !this.#isStopped) {
      const startedAt = performance.now();
      await this.#closeChunk([...this.#cursors.values()].slice(0, CHUNK_WEBHOOKS));
      if (this.#cursors.size > 0) await this.#signal.wait(performance.now() - startedAt);
    }
  }

  async #closeChunk(chunk: OrphanCursor[]): Promise<void> {
    const limitEach = Math.ceil(CHUNK_DELIVERIES / chunk.length);
    const left = await closeOrphans(this.#ctx.db, chunk, limitEach, this.#ctx.now());
    for (const { webhook_id } of chunk) this.#cursors.delete(webhook_id);
    for (const cursor of left) this.#cursors.set(cursor.webhook_id, cursor);
  }
}
