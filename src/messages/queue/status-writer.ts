import type { Context } from '../../context.ts';
import { type Batcher, createBatcher } from '../../lib/batcher.ts';
import { untilDatabaseAnswers } from '../../lib/retry.ts';
import type { MessageStatus } from '../schema.ts';
import type { StatusChange } from './status-store.ts';
import * as store from './status-store.ts';

/** What an engine reports about a message, on its way into the database. */
export interface StatusWriter {
  /** Resolves when it is stored, or refused for good; waits in memory while the database is away. Rejects when the process stops. */
  write(change: StatusChange): Promise<void>;
  idle(): Promise<void>;
}

const MAX_CHANGES = 1_000;
const RANKS: Record<MessageStatus, number> = { queued: 1, sent: 2, failed: 2, delivered: 3, read: 4 };

/** Acks and receipts of all devices of this process: one statement per moment. */
export function createStatusWriter(ctx: Context, signal: AbortSignal): StatusWriter {
  const batcher: Batcher<StatusChange, void> = createBatcher(
    async (changes) => {
      await untilDatabaseAnswers(signal, () => store.moveStatuses(ctx.pool, latestOf(changes), ctx.now()));
      ctx.bus.publish('events');
      return changes.map(() => undefined);
    },
    // A change that the database refuses must not cost the others theirs.
    { maxItems: MAX_CHANGES, divideOn: () => !signal.aborted },
  );

  return {
    write: (change) =>
      batcher.add(change).catch((error) => {
        if (signal.aborted) throw error;
        ctx.log.error({ err: error, deviceId: change.device_id, status: change.status }, 'status.refused');
      }),
    idle: () => batcher.idle(),
  };
}

/** One change per message: the highest rank says it all, and a refusal wins over the ack, whichever of them comes first. */
export function latestOf(changes: readonly StatusChange[]): StatusChange[] {
  const latest = new Map<string, StatusChange>();
  for (const change of changes) {
    const key = `${change.device_id} ${change.wa_message_id ?? change.provider_id}`;
    const earlier = latest.get(key);
    if (!earlier || outranks(change, earlier)) latest.set(key, change);
  }
  return [...latest.values()];
}

function outranks(change: StatusChange, earlier: StatusChange): boolean {
  const lead = RANKS[change.status] - RANKS[earlier.status];
  return lead > 0 || (lead === 0 && earlier.status !== 'failed');
}
