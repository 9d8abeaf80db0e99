import type { Context } from '../../context.ts';
import { isDatabaseUnavailable } from '../../lib/db/unavailable.ts';
import * as store from './removal-store.ts';

const LABELS = 50;
/** In one transaction. */
const CONVERSATIONS = 500;

/** Removes deleted labels from their conversations, of which a label may have very many. */
export async function removeDeletedLabels(ctx: Context, stopped?: AbortSignal): Promise<void> {
  let last = 0;
  let ids: number[];
  do {
    ids = await store.listDeleted(ctx.db, last, LABELS);
    for (const id of ids) {
      await removeLabel(ctx, id, stopped).catch((error) => {
        if (isDatabaseUnavailable(error)) throw error;
        ctx.log.error({ err: error, rowId: id }, 'conversations.label_failed');
      });
    }
    last = ids.at(-1) ?? last;
  } while (ids.length === LABELS && !stopped?.aborted);
}

async function removeLabel(ctx: Context, id: number, stopped: AbortSignal | undefined): Promise<void> {
  let removed: number;
  do {
    if (stopped?.aborted) return;
    removed = await ctx.db.transaction((tx) => store.removeFromSome(tx, id, CONVERSATIONS));
  } while (removed > 0);
  await store.deleteRow(ctx.db, id);
}
