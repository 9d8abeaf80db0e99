import type { Context } from '../../context.ts';
import type { Tx } from '../../lib/db/db.ts';
import { isDatabaseUnavailable } from '../../lib/db/unavailable.ts';
import { changeOwner } from './ownership.ts';
import { lockOwners, reopenWait } from './store.ts';
import * as store from './unsent-store.ts';

const BATCH = 200;

/**
 * A customer whose answers all failed waits again, and for staff if the automation has the conversation. Failed replies
 * of staff get an entry in the timeline. One transaction per conversation, so that one failure delays no other.
 */
export async function runUnsentAnswers(ctx: Context, stopped?: AbortSignal): Promise<void> {
  let ids: number[];
  let last = 0;
  do {
    ids = await store.listUnsent(ctx.db, last, BATCH);
    for (const id of ids) {
      if (stopped?.aborted) return;
      await ctx.db
        .transaction((tx) => reopen(tx, id, ctx.now()))
        .catch((error) => {
          if (isDatabaseUnavailable(error)) throw error;
          ctx.log.error({ err: error, rowId: id }, 'conversations.unsent_answer_failed');
        });
    }
    if (ids.length > 0) ctx.bus.publish('events');
    last = ids.at(-1) ?? last;
  } while (ids.length === BATCH);
}

/** The look at the messages comes after the removal: it sees all failures that were removed. */
async function reopen(tx: Tx, id: number, now: Date): Promise<void> {
  const [owner] = await lockOwners(tx, [id]);
  const failedReplies = await store.settleUnsent(tx, id, now);
  const waiting_since = owner?.answering_since ? await reopenWait(tx, id, now) : null;
  if (!owner || !waiting_since) return;
  const reopened = { ...owner, waiting_since, answering_since: null };
  const reason = failedReplies > 0 ? 'reply_failed' : 'bot_failed';
  await changeOwner(tx, reopened, { move: 'bot_failed', reason, actor: 'system' }, now);
}
