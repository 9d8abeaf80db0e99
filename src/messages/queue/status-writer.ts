import type { Context } from '../../context.ts';
import { type Batcher, createBatcher } from '../../lib/batcher.ts';
import type { Db } from '../../lib/db/db.ts';
import { untilDatabaseAnswers } from '../../lib/retry.ts';
import type { StatusChange } from './settle-store.ts';
import * as store from './settle-store.ts';
import { rankOf } from './states.ts';

export type { StatusChange } from './settle-store.ts';

export interface StatusWriter {
  /**
   * Resolves when the change is stored or refused. Waits while the database is unavailable; rejects at the
   * stop.
   */
  write(change: StatusChange): Promise<void>;
  idle(): Promise<void>;
}

const MAX_CHANGES = 1_000;

/** One statement stores the changes of all devices of this process. */
export function createStatusWriter(ctx: Context, signal: AbortSignal): StatusWriter {
  const batcher: Batcher<StatusChange, void> = createBatcher(
    async (changes) => {
      await untilDatabaseAnswers(signal, () => writeStatuses(ctx.db, changes, ctx.now()));
      ctx.bus.publish('events');
      return changes.map(() => undefined);
    },
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

/** Ignores changes that do not apply. */
export function writeStatuses(db: Db, changes: readonly StatusChange[], now: Date): Promise<void> {
  return store.moveStatuses(db, latestOf(changes), now);
}

/** One change per message. The highest rank implies the lower ones; a refusal replaces an ack. */
function latestOf(changes: readonly StatusChange[]): StatusChange[] {
  const latest = new Map<string, StatusChange>();
  for (const change of changes) {
    const key = `${change.device_id} ${change.wa_message_id ?? change.provider_id}`;
    const earlier = latest.get(key);
    if (!earlier || outranks(change, earlier)) latest.set(key, change);
  }
  return [...latest.values()];
}

function outranks(change: StatusChange, earlier: StatusChange): boolean {
  const lead = rankOf(change.status) - rankOf(earlier.status);
  return lead > 0 || (lead === 0 && earlier.status !== 'failed');
}
