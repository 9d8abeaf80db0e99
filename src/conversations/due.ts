import type { Context } from '../context.ts';
import type { Tx } from '../lib/db/db.ts';
import { isDatabaseUnavailable } from '../lib/db/unavailable.ts';

/** A conversation with work that is due. */
export interface Due {
  id: number;
  at: Date;
}

interface DueWork {
  /** Name of the log event. */
  failed: string;
  /** The next ones after `last`, in the order of time and id. */
  list(last: Due | null, limit: number): Promise<Due[]>;
  run(tx: Tx, id: number): Promise<void>;
  stopped?: AbortSignal;
}

const BATCH = 200;

/**
 * One transaction per conversation, so that one failure delays no other. Goes through all that are due, and returns
 * their number.
 */
export async function runDue(ctx: Context, { failed, list, run, stopped }: DueWork): Promise<number> {
  let total = 0;
  let due: Due[];
  let last: Due | null = null;
  do {
    due = await list(last, BATCH);
    for (const { id: rowId } of due) {
      if (stopped?.aborted) return total;
      await ctx.db
        .transaction((tx) => run(tx, rowId))
        .catch((error) => {
          if (isDatabaseUnavailable(error)) throw error;
          ctx.log.error({ err: error, rowId }, failed);
        });
    }
    total += due.length;
    last = due.at(-1) ?? null;
  } while (due.length === BATCH);
  return total;
}
