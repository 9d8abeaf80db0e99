import type { Context } from '../../../context.ts';
import { endRename, listDueRenames, type Rename } from '../../staff/users/rename.ts';
import { runDue } from '../due.ts';
import { renameConversations, renameParts } from './assignee-store.ts';

/** In one transaction. */
const CONVERSATIONS = 500;

/** Gives conversations the present name of an assignee who has another one now. The timeline keeps old names. */
export async function renameAssignees(ctx: Context, stopped?: AbortSignal): Promise<void> {
  await runDue<Rename>(ctx, {
    failed: 'conversations.assignee_failed',
    list: (last, limit) => listDueRenames(ctx, last?.id ?? 0, limit),
    run: (rename) => renameAssignee(ctx, rename, stopped),
    stopped,
  });
}

async function renameAssignee(ctx: Context, rename: Rename, stopped: AbortSignal | undefined): Promise<void> {
  const { account_id: accountId, old_name: from, name: to } = rename;
  // The user may have the name back.
  if (from !== to) {
    for (const change of [renameParts, renameConversations]) {
      let renamed = CONVERSATIONS;
      while (renamed === CONVERSATIONS) {
        if (stopped?.aborted) return;
        const renaming = { accountId, from, to, limit: CONVERSATIONS };
        renamed = await ctx.db.transaction((tx) => change(tx, renaming));
      }
    }
  }
  await endRename(ctx, rename);
}
