import type { Context } from '../../context.ts';
import { createBell } from './bell.ts';
import { type Place, settleStranded, startOf } from './stranded-store.ts';

/** Settles beside the deliverer what can never be claimed: of webhooks that are disabled, removed, or of a cancelled account. */
export interface StrandedSettler {
  /** Something is stranded at these webhooks. Those it is busy with already are passed over. */
  add(webhookIds: readonly number[]): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  /** Ends after the chunk under way. */
  stop(): Promise<void>;
}

/** Deliveries of one statement, over all its webhooks. */
const CHUNK_DELIVERIES = 1_000;
const CHUNK_WEBHOOKS = 100;

/**
 * One chunk at a time, and between two as long a rest as the last one took: a backlog takes half of one connection, however large it is. What a
 * failed chunk leaves is for the next look to find.
 */
export function createStrandedSettler(ctx: Context): StrandedSettler {
  /** In turn; one that has more waits behind the others. */
  const places = new Map<number, Place>();
  const bell = createBell();
  let stopped = false;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (places.size > 0 && !stopped) {
      const startedAt = performance.now();
      await settleChunk([...places.values()].slice(0, CHUNK_WEBHOOKS));
      if (places.size > 0) await bell.wait(performance.now() - startedAt);
    }
  }

  async function settleChunk(chunk: Place[]): Promise<void> {
    const limitEach = Math.ceil(CHUNK_DELIVERIES / chunk.length);
    const left = await settleStranded(ctx.db, chunk, limitEach, ctx.now());
    for (const { webhook_id } of chunk) places.delete(webhook_id);
    for (const place of left) places.set(place.webhook_id, place);
  }

  return {
    add(webhookIds) {
      for (const id of webhookIds) if (!places.has(id)) places.set(id, startOf(id));
      running ??= run()
        .catch((error) => {
          places.clear();
          ctx.log.warn({ err: error }, 'webhook.settling_failed');
        })
        .finally(() => {
          running = null;
        });
    },
    idle: () => running ?? Promise.resolve(),
    stop() {
      stopped = true;
      bell.close();
      return running ?? Promise.resolve();
    },
  };
}
