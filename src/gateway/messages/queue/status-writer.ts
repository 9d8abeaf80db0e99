import type { Context } from '../../../context.ts';
import { type Batcher, createBatcher } from '../../../platform/lib/batcher.ts';
import { isRefusedRow } from '../../../platform/lib/db/refused-row.ts';
import { untilDatabaseAnswers } from '../../../platform/lib/retry.ts';
import { FAILURES } from './failures.ts';
import { LateStatuses } from './late-statuses.ts';
import type { LateStatus, StatusChange } from './settle-store.ts';
import * as store from './settle-store.ts';
import { outranks } from './states.ts';

export type { LateStatus, QueuedFailure, StatusChange } from './settle-store.ts';

export const { failQueued } = store;

export interface StatusWriter {
  /**
   * Resolves when stored. A message with a refused change fails as `not_storable`. Waits for the database; rejects at
   * the stop.
   */
  write(change: StatusChange): Promise<void>;
  idle(): Promise<void>;
}

const MAX_CHANGES = 1_000;
/** No sender waits for a status. */
const REST_MS = 20;

/** Batches changes of all devices of this process. */
export function createStatusWriter(ctx: Context, signal: AbortSignal): StatusWriter {
  const lateStatuses = new LateStatuses(ctx.log);
  const batcher: Batcher<StatusChange, void> = createBatcher(
    async (changes) => {
      lateStatuses.note(await untilDatabaseAnswers(signal, () => writeStatuses(ctx, changes)));
      return changes.map(() => undefined);
    },
    { maxItems: MAX_CHANGES, restMs: REST_MS, divideOn: () => !signal.aborted },
  );

  const logRefusal = (change: StatusChange, error: unknown) => {
    if (signal.aborted) throw error;
    ctx.log.error({ err: error, deviceId: change.device_id, status: change.status }, 'status.refused');
  };
  const failInstead = (change: StatusChange, error: unknown) => {
    logRefusal(change, error);
    if (!isRefusedRow(error)) return;
    const failure = notStorable(change);
    return batcher.add(failure).catch((again) => logRefusal(failure, again));
  };

  return {
    write: (change) => batcher.add(change).catch((error) => failInstead(change, error)),
    idle: () => batcher.idle(),
  };
}

/** Wakes the consumers of the events where there are some. */
export async function writeStatuses(
  ctx: Pick<Context, 'db' | 'bus' | 'now' | 'metrics'>,
  changes: readonly StatusChange[],
): Promise<LateStatus[]> {
  const latest = latestOf(changes);
  const { late, isFollowed } = await store.moveStatuses(ctx.db, latest, ctx.now());
  if (isFollowed) ctx.bus.publish('events');
  for (const { status, error_code } of latest) {
    ctx.metrics.add('kurir_message_statuses_total', [
      status,
      error_code === null ? '' : reasonOf(error_code),
    ]);
  }
  return late;
}

/** Failures that the gateway itself has stored. `unsendable`: expired, or of a device or account that has ended. */
export function countFailures({ metrics }: Pick<Context, 'metrics'>, code: string, count: number): void {
  if (count > 0) metrics.add('kurir_message_statuses_total', ['failed', reasonOf(code)], count);
}

/** Codes of providers are too many for a label. */
function reasonOf(code: string): string {
  return code === 'unsendable' || Object.hasOwn(FAILURES, code) ? code : 'provider';
}

/** Otherwise the message would be claimed for ever. */
export function notStorable(change: StatusChange): StatusChange {
  return {
    ...change,
    pricing: null,
    status: 'failed',
    provider_id: change.wa_message_id === null ? (change.provider_id ?? null) : null,
    error_code: 'not_storable',
    error_message: FAILURES.not_storable,
  };
}

/** The highest rank implies the lower ones, with their price; a refusal replaces an ack. */
function latestOf(changes: readonly StatusChange[]): StatusChange[] {
  const latest = new Map<string, StatusChange>();
  for (const change of changes) {
    const key = `${change.device_id} ${change.wa_message_id ?? change.provider_id}`;
    const earlier = latest.get(key);
    const isLater = !earlier || outranks(change.status, earlier.status);
    const kept = isLater ? change : earlier;
    latest.set(key, { ...kept, pricing: kept.pricing ?? change.pricing ?? earlier?.pricing ?? null });
  }
  return [...latest.values()];
}
