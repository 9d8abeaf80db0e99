import type { Context } from '../context.ts';
import { type Batcher, createBatcher } from '../lib/batcher.ts';
import { isDatabaseAway } from '../lib/db/db.ts';
import { untilDatabaseAnswers } from '../lib/retry.ts';
import { MAX_FAILURES } from './delivery.ts';
import { type AttemptResult, writeResults } from './delivery-store.ts';

const MAX_RESULTS = 500;

/**
 * Collects the results of attempts and writes those of one moment in one statement. While the database is away they wait in memory, until
 * `signal`. `onDisabled` hears of each webhook that its failures have disabled.
 */
export function createResultWriter(
  ctx: Context,
  signal: AbortSignal,
  onDisabled: (webhookId: number) => void,
): Batcher<AttemptResult, void> {
  async function write(results: AttemptResult[]): Promise<void> {
    const disabled = await untilDatabaseAnswers(signal, () =>
      writeResults(ctx.pool, results, MAX_FAILURES, ctx.now()),
    );
    for (const { webhook_id, failure_count } of disabled) {
      ctx.log.warn({ webhook_id, failure_count }, 'webhook.disabled');
      onDisabled(webhook_id);
    }
  }

  /** A result that cannot be written does not take its neighbours along; its lease ends and the attempt is made again. */
  async function writeEach(results: AttemptResult[]): Promise<void> {
    for (const result of results) {
      await write([result]).catch((error) => {
        if (signal.aborted) throw error;
        ctx.log.error({ err: error, delivery_id: result.delivery_id }, 'webhook.result_lost');
      });
    }
  }

  return createBatcher<AttemptResult, void>(
    async (results) => {
      await write(results).catch((error) => {
        if (signal.aborted || isDatabaseAway(error)) throw error;
        ctx.log.warn({ err: error, results: results.length }, 'webhook.results_refused');
        return writeEach(results);
      });
      return results.map(() => undefined);
    },
    { maxItems: MAX_RESULTS },
  );
}
