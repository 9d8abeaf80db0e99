import type { Sight } from '../../../accounts/account.ts';
import type { Context } from '../../../context.ts';
import { getConversation } from '../../../conversations/conversation.ts';
import { withinPage } from '../../../lib/page-size.ts';
import { openCursor, sealCursor } from '../../../lib/sealed-cursor.ts';
import * as store from './store.ts';

export type { DecisionRow } from './store.ts';

/** Newest first. `message`: public id. ApiError conversation_not_found. */
export async function listDecisions(
  ctx: Context,
  account: Sight,
  uuid: string,
  { cursor, limit, message }: { cursor?: string | undefined; limit: number; message?: number | undefined },
): Promise<{ decisions: readonly store.DecisionRow[]; next: string | null }> {
  const { id } = await getConversation(ctx, account, uuid);
  const list = `decisions of conversation ${id}`;
  const [before = null] = cursor === undefined ? [] : openCursor(ctx, list, cursor);
  const page = { before, message: message ?? null, limit: limit + 1 };
  const found = await store.listDecisions(ctx.db, { accountId: account.id, id }, page);
  const decisions = withinPage(found.slice(0, limit), ({ candidates, shadow, reason }) => [
    candidates,
    shadow,
    reason,
  ]);
  const last = decisions.at(-1);
  const next = last && found.length > decisions.length ? sealCursor(ctx, list, [last.id]) : null;
  return { decisions, next };
}
