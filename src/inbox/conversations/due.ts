import type { Context } from '../../context.ts';
import { isDatabaseUnavailable } from '../../platform/lib/db/unavailable.ts';

/** A conversation with work that is due. */
export interface Due {
  id: number;
  at: Date;
}

interface DueWork<Row> {
  /** Name of the log event. */
  failed: string;
  /** The next ones after `last`, in one order. */
  list(last: Row | null, limit: number): Promise<Row[]>;
  run(row: Row): Promise<unknown>;
  stopped?: AbortSignal | undefined;
}

const BATCH = 200;

/** Goes through all that are due, and returns their number. One failure delays no other row. */
export async function runDue<Row extends { id: number }>(
  ctx: Context,
  { failed, list, run, stopped }: DueWork<Row>,
): Promise<number> {
  let total = 0;
  let due: Row[];
  let last: Row | null = null;
  do {
    due = await list(last, BATCH);
    for (const row of due) {
      if (stopped?.aborted) return total;
      await run(row).catch((error) => {
        if (isDatabaseUnavailable(error)) throw error;
        ctx.log.error({ err: error, rowId: row.id }, failed);
      });
    }
    total += due.length;
    last = due.at(-1) ?? null;
  } while (due.length === BATCH);
  return total;
}
