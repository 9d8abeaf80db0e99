import type { Context } from '../../../context.ts';
import { type Batcher, createBatcher } from '../../../lib/batcher.ts';
import { MINUTE } from '../../../lib/clock.ts';
import { isRefusedRow } from '../../../lib/db/refused-row.ts';
import { untilDatabaseAnswers } from '../../../lib/retry.ts';
import type { Mark } from '../in-flight-store.ts';
import * as store from '../in-flight-store.ts';

const STATUS_WAIT_MS = 10 * MINUTE;
const MAX_MARKS = 500;

/** True for each message that only this process may send. */
export function createMarks(ctx: Context, nodeId: string, stopped: AbortSignal): Batcher<Mark, boolean> {
  return createBatcher(
    async (rows) => {
      const until = new Date(ctx.now().getTime() + STATUS_WAIT_MS);
      // A repetition after a lost answer finds its mark and does not send.
      const marked = await untilDatabaseAnswers(stopped, () =>
        store.markWritten(ctx.db, nodeId, rows, until),
      );
      return rows.map(({ id }) => marked.has(id));
    },
    { maxItems: MAX_MARKS, divideOn: isRefusedRow },
  );
}
