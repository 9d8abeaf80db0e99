import type { Context } from '../../../context.ts';
import { runDue } from '../due.ts';
import * as store from './removal-store.ts';

/** In one transaction. */
const CONVERSATIONS = 500;

/** Removes deleted labels from their conversations, of which a label may have very many. */
export async function removeDeletedLabels(ctx: Context, stopped?: AbortSignal): Promise<void> {
  await runDue(ctx, {
    failed: 'conversations.label_failed',
    list: (last, limit) => store.listDeleted(ctx.db, { after: last?.id ?? 0, limit }),
    run: ({ id }) => removeLabel(ctx, id, stopped),
    stopped,
  });
}

async function removeLabel(ctx: Context, id: number, stopped: AbortSignal | undefined): Promise<void> {
  let removed: number;
  do {
    if (stopped?.aborted) return;
    removed = await ctx.db.transaction((tx) => store.removeFromSome(tx, id, CONVERSATIONS));
  } while (removed > 0);
  await store.deleteRow(ctx.db, { labelId: id });
}
