import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { runDue } from '../due.ts';
import { changeOwner } from './ownership.ts';
import type { OwnerReason } from './states.ts';
import { lockOwners, reopenWait } from './store.ts';
import * as store from './unsent-store.ts';

/**
 * The customer waits again after failed answers, for staff if the automation has the conversation.
 * Staff's failures get a timeline entry.
 */
export async function runUnsentAnswers(ctx: Context, stopped?: AbortSignal): Promise<void> {
  const reopened = await runDue(ctx, {
    failed: 'conversations.unsent_answer_failed',
    list: (last, limit) => store.listUnsent(ctx.db, { after: last?.id ?? 0, limit }),
    run: ({ id }) => ctx.db.transaction((tx) => reopen(tx, id, ctx.now())),
    stopped,
  });
  if (reopened > 0) ctx.bus.publish('events');
}

/** After the removal, so that it sees all removed failures. */
async function reopen(tx: Tx, id: number, now: Date): Promise<void> {
  const [owner] = await lockOwners(tx, { ids: [id] });
  const failedReplies = await store.settleUnsent(tx, id, now);
  const waiting_since = owner?.answering_since ? await reopenWait(tx, id, now) : null;
  if (!owner || !waiting_since) return;
  const reopened = { ...owner, waiting_since, answering_since: null };
  const reason: OwnerReason = failedReplies > 0 ? 'reply_failed' : 'bot_failed';
  await changeOwner(tx, reopened, { move: 'bot_failed', reason, actor: 'system' }, now);
}
