import type { Context } from '../../context.ts';
import { type Batcher, createBatcher } from '../../lib/batcher.ts';
import { isDatabaseAway } from '../../lib/db/db.ts';
import { untilDatabaseAnswers } from '../../lib/retry.ts';
import { renewSubscription } from '../consumer.ts';
import { MAX_FAILURES, warningAt } from './delivery.ts';
import { type AttemptResult, type FailureCount, writeResults } from './store.ts';

const MAX_RESULTS = 500;

/** While the database is unavailable, results wait in memory, until `signal`. */
export function createResultWriter(
  ctx: Context,
  signal: AbortSignal,
  onDisabled: (webhookId: number) => void,
): Batcher<AttemptResult, void> {
  const write = async (results: AttemptResult[]) => {
    const counts = await untilDatabaseAnswers(signal, () => writeOnce(ctx, results));
    for (const count of counts) {
      logCount(ctx, count);
      if (count.after === MAX_FAILURES) onDisabled(count.webhook_id);
    }
  };

  /** A refused result fails alone: its lease ends, and the attempt is repeated. */
  const writeEach = async (results: AttemptResult[]) => {
    for (const result of results) {
      await write([result]).catch((error) => {
        if (signal.aborted) throw error;
        ctx.log.error({ err: error, delivery_id: result.delivery_id }, 'webhook.result_lost');
      });
    }
  };

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

/** A failure may disable a webhook, which changes the subscription in the same transaction. */
function writeOnce(ctx: Context, results: AttemptResult[]): Promise<FailureCount[]> {
  const onlyExhausted = ctx.config.KURIR_WEBHOOK_FAILURES === 'exhausted';
  const failures = { max: MAX_FAILURES, onlyExhausted };
  if (results.every(({ status }) => status === 'delivered')) {
    return writeResults(ctx.db, results, failures, ctx.now());
  }
  return ctx.db.transaction(async (tx) => {
    const counts = await writeResults(tx, results, failures, ctx.now());
    const disabled = counts.filter(({ after }) => after === MAX_FAILURES);
    const accounts = new Set(disabled.map(({ account_id }) => account_id));
    // Locks in one order, against deadlocks.
    for (const accountId of [...accounts].sort((a, b) => a - b)) await renewSubscription(tx, accountId);
    return counts;
  });
}

/** One process logs each warning, because the stored count passes it once. */
function logCount(ctx: Context, { webhook_id, account_id, before, after }: FailureCount): void {
  const fields = { webhook_id, account_id, failure_count: after };
  if (after === MAX_FAILURES) ctx.log.warn(fields, 'webhook.disabled');
  else if (warningAt(after) !== warningAt(before)) {
    ctx.log.warn({ ...fields, failures_left: MAX_FAILURES - after }, 'webhook.failing');
  }
}
