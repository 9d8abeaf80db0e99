import type { Context } from '../../../context.ts';
import { countCustomerMessages, findInHistory } from '../../../gateway/messages/history/history.ts';
import { noteOpened } from '../../../gateway/messages/read-receipts/read-receipts.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { recordAct } from '../acting.ts';
import { getConversation, lockConversation } from '../conversation.ts';
import { rangesOfOne } from '../history.ts';
import * as store from './store.ts';

/**
 * All, or up to one message; never makes one unread. The author sees it if the account shows it, or if `isSeen`.
 * ApiError conversation_not_found; FieldErrors.
 */
export async function markRead(
  ctx: Context,
  account: Sight,
  uuid: string,
  { up_to: upTo, isSeen = false }: { up_to?: number | undefined; isSeen?: boolean },
): Promise<void> {
  const chat = await getConversation(ctx, account, uuid);
  const ranges = await rangesOfOne(ctx, chat);
  const last = upTo === undefined ? null : await findInHistory(ctx.db, account.id, ranges, upTo);
  if (last === undefined)
    throw new FieldErrors({ up_to: ['must be the id of a message in this conversation'] });
  const isShown = await ctx.db.transaction(async (tx) => {
    const { id, unread } = await lockConversation(tx, account, uuid);
    // With the lock: counted here, or by the storing transaction.
    const later = last === null ? 0 : await countCustomerMessages(tx, ranges, last.id);
    const isChanged = await store.setUnread(tx, id, Math.min(unread, later));
    if (!isChanged && !isSeen) return false;
    if (isChanged) await recordAct(tx, ctx, account, { action: 'conversation.read', target: uuid });
    // Messages that were read without the knowledge of the customer count as well.
    const count = isSeen ? Number.MAX_SAFE_INTEGER : unread - later;
    const read = { upTo: last?.id ?? null, count, isAsked: isSeen, now: ctx.now() };
    return noteOpened(tx, { accountId: account.id, ranges, ...read });
  });
  if (isShown) ctx.bus.publish('read-receipts');
}
