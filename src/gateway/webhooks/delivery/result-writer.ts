import type { Context } from '../../../context.ts';
import { type Entry, record } from '../../../platform/audit/audit.ts';
import { type Batcher, createBatcher } from '../../../platform/lib/batcher.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { isRefusedRow } from '../../../platform/lib/db/refused-row.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import { untilDatabaseAnswers } from '../../../platform/lib/retry.ts';
import { renewSubscription } from '../consumer.ts';
import { MAX_FAILURES } from '../schema.ts';
import { warningAt } from './delivery.ts';
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
      if (disables(count)) onDisabled(count.webhook_id);
    }
  };

  const batcher = createBatcher<AttemptResult, void>(
    async (results) => {
      await write(results);
      for (const result of results) countAttempt(ctx, result);
      return results.map(() => undefined);
    },
    { maxItems: MAX_RESULTS, divideOn: (error) => !signal.aborted && !isDatabaseUnavailable(error) },
  );
  /** The attempt is repeated after its lease. */
  const logLoss = ({ delivery_id }: AttemptResult, error: unknown) => {
    if (signal.aborted) throw error;
    ctx.log.error({ err: error, delivery_id }, 'webhook.result_lost');
  };
  const writePlainly = (result: AttemptResult, error: unknown) => {
    if (signal.aborted || !isRefusedRow(error)) return logLoss(result, error);
    ctx.log.warn({ err: error, delivery_id: result.delivery_id }, 'webhook.results_refused');
    return batcher.add(withoutTexts(result)).catch((again) => logLoss(result, again));
  };
  return {
    add: (result) => batcher.add(result).catch((error) => writePlainly(result, error)),
    idle: () => batcher.idle(),
  };
}

function countAttempt({ metrics }: Context, { status, duration_ms }: AttemptResult): void {
  metrics.add('kurir_webhook_attempts_total', [status === 'delivered' ? 'delivered' : 'failed']);
  metrics.observe('kurir_webhook_attempt_seconds', [], duration_ms / SECOND);
}

/** The attempt counts, although the database refuses the answer's text. */
function withoutTexts(result: AttemptResult): AttemptResult {
  return { ...result, error: 'not_storable: the database refused the answer', response_excerpt: null };
}

/** A failure may disable a webhook: its subscription and the audit log change with it. */
function writeOnce(ctx: Context, results: AttemptResult[]): Promise<FailureCount[]> {
  const onlyExhausted = ctx.config.KURIR_WEBHOOK_FAILURES === 'exhausted';
  const failures = { max: MAX_FAILURES, onlyExhausted };
  if (results.every(({ status }) => status === 'delivered')) {
    return writeResults(ctx.db, results, failures, ctx.now());
  }
  return ctx.db.transaction(async (tx) => {
    const counts = await writeResults(tx, results, failures, ctx.now());
    const disabled = counts.filter(disables);
    const accounts = new Set(disabled.map(({ account_id }) => account_id));
    // Locks in one order, against deadlocks.
    for (const accountId of [...accounts].sort((a, b) => a - b)) await renewSubscription(tx, accountId);
    await record(tx, ctx, counts.flatMap(entryOf));
    return counts;
  });
}

/** The stored count stops at the maximum, and only changed counts are reported. */
function disables({ after }: FailureCount): boolean {
  return after === MAX_FAILURES;
}

/** The stored count passes each warning once, so that one process reports it. */
function isNews({ before, after }: FailureCount): boolean {
  return warningAt(after) !== warningAt(before);
}

function entryOf(count: FailureCount): Entry[] {
  if (!disables(count) && !isNews(count)) return [];
  const { account_id, webhook_id, after, failing_since, last_error } = count;
  return [
    {
      action: disables(count) ? 'webhook.disabled' : 'webhook.failing',
      accountId: account_id,
      target: webhook_id,
      detail: { failure_count: after, failing_since: failing_since?.toISOString() ?? null, last_error },
    },
  ];
}

function logCount(ctx: Context, count: FailureCount): void {
  const { before: _, after, ...failing } = count;
  const fields = { ...failing, failure_count: after };
  if (disables(count)) ctx.log.warn(fields, 'webhook.disabled');
  else if (isNews(count)) {
    ctx.log.warn({ ...fields, failures_left: MAX_FAILURES - after }, 'webhook.failing');
  }
}
