import type { Context } from '../../context.ts';
import { type Batcher, createBatcher } from '../../lib/batcher.ts';
import { MINUTE } from '../../lib/clock.ts';
import { untilDatabaseAnswers } from '../../lib/retry.ts';
import type { Mark } from '../queue/claim-store.ts';
import * as store from '../queue/claim-store.ts';

/** A message whose outcome is unknown fails when no status of the provider comes within this time. */
const STATUS_WAIT_MS = 10 * MINUTE;
const MAX_MARKS = 500;

/**
 * Commits that messages may be written from now on; true for each that this process, and no other, may send.
 * `stopped` ends the wait for a database that is away.
 */
export function createMarks(ctx: Context, nodeId: string, stopped: AbortSignal): Batcher<Mark, boolean> {
  return createBatcher(
    async (rows) => {
      const until = new Date(ctx.now().getTime() + STATUS_WAIT_MS);
      // A repetition after a lost answer finds its own mark, and does not send: never twice.
      const marked = await untilDatabaseAnswers(stopped, () =>
        store.markWritten(ctx.db, nodeId, rows, until),
      );
      return rows.map(({ id }) => marked.has(id));
    },
    { maxItems: MAX_MARKS },
  );
}
