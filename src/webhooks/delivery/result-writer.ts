import type { Context } from '../../context.ts';
import { type Batcher, createBatcher } from '../../lib/batcher.ts';
import { isDatabaseAway } from '../../lib/db/db.ts';
import { untilDatabaseAnswers } from '../../lib/retry.ts';
import { renewSubscription } from '../consumer.ts';
import { MAX_FAILURES, warningAt } from './delivery.ts';
import { type AttemptResult, type FailureCount, writeResults } from './store.ts';

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
  const failures = {
    max: MAX_FAILURES,
    onlyExhausted: ctx.config.KURIR_WEBHOOK_FAILURES === 'exhausted',
  };

  async function write(results: AttemptResult[]): Promise<void> {
    const isAllDelivered = results.every(({ status }) => status === 'delivered');
    const counts = await untilDatabaseAnswers(signal, () =>
      isAllDelivered
        ? writeResults(ctx.db, results, failures, ctx.now())
        : writeFailures(ctx, results, failures),
    );
    for (const count of counts) tell(count);
  }

  /** Each webhook is disabled once and each warning passed once, whoever writes. */
  function tell({ webhook_id, account_id, before, after }: FailureCount): void {
    const fields = { webhook_id, account_id, failure_count: after };
    if (after === MAX_FAILURES) {
      ctx.log.warn(fields, 'webhook.disabled');
      onDisabled(webhook_id);
    } else if (warningAt(after) !== warningAt(before)) {
      ctx.log.warn({ ...fields, failures_left: MAX_FAILURES - after }, 'webhook.failing');
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

/** A failure may disable its webhook, which changes what the account subscribes to. */
function writeFailures(
  ctx: Context,
  results: AttemptResult[],
  failures: Parameters<typeof writeResults>[2],
): Promise<FailureCount[]> {
  return ctx.db.transaction().execute(async (tx) => {
    const counts = await writeResults(tx, results, failures, ctx.now());
    const accounts = counts.filter(({ after }) => after === failures.max).map(({ account_id }) => account_id);
    // In one order everywhere, so that two writers do not wait for each other.
    for (const accountId of [...new Set(accounts)].sort((a, b) => a - b)) {
      await renewSubscription(tx, accountId);
    }
    return counts;
  });
}
