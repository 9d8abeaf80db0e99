import type { Context } from '../../../../context.ts';
import { type Batcher, createBatcher } from '../../../../platform/lib/batcher.ts';
import { isRefusedRow } from '../../../../platform/lib/db/refused-row.ts';
import { untilDatabaseAnswers } from '../../../../platform/lib/retry.ts';
import { UNRESOLVED_MS } from '../../queue/evidence.ts';
import type { Mark } from '../in-flight-store.ts';
import * as store from '../in-flight-store.ts';

const MAX_MARKS = 500;

export function createCallEnds(ctx: Context): Batcher<number, void> {
  return createBatcher(
    async (ids) => {
      await store.noteCallEnds(ctx.db, { ids, now: ctx.now() });
      return ids.map(() => undefined);
    },
    { maxItems: MAX_MARKS },
  );
}

/** The mark's time for messages that only this process may send, otherwise null. */
export function createMarks(ctx: Context, nodeId: string, stopped: AbortSignal): Batcher<Mark, Date | null> {
  return createBatcher(
    async (rows) => {
      // A repetition after a lost answer does not send.
      const { marked, at } = await untilDatabaseAnswers(stopped, async () => {
        const at = ctx.now();
        const until = new Date(at.getTime() + UNRESOLVED_MS);
        return { marked: await store.markWritten(ctx.db, nodeId, rows, until), at };
      });
      return rows.map(({ id }) => (marked.has(id) ? at : null));
    },
    { maxItems: MAX_MARKS, divideOn: isRefusedRow },
  );
}
