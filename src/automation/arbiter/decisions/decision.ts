import type { Sight } from '../../../accounts/account.ts';
import type { Context } from '../../../context.ts';
import { getConversation } from '../../../conversations/conversation.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { withinPage } from '../../../lib/page-size.ts';
import { openCursor, sealCursor } from '../../../lib/sealed-cursor.ts';
import * as store from './store.ts';

export type { DecisionRow } from './store.ts';

/** What the assistant would have done, by the names that decisions have. */
export interface Shadow {
  action: 'answer' | 'clarify' | 'handoff';
  reason: string;
  faq_id: string | null;
  confidence: number;
  candidates: readonly { faq_id: string; question: string; score: number }[];
  sources: readonly object[];
  text: string;
}

const OUTCOMES = { answer: 'answered', clarify: 'clarified', handoff: 'handed_off' } as const;
const MAX_CANDIDATES = 5;

/** In shadow mode, after the decision was made. */
export async function noteShadow(
  tx: Tx,
  accountId: number,
  uuid: string,
  { action, reason, faq_id, confidence: score, candidates, sources, text }: Shadow,
): Promise<void> {
  const texts = text === '' ? [] : [text];
  const kept = { reason, faq_id, score, candidates: candidates.slice(0, MAX_CANDIDATES), sources, texts };
  await store.noteShadow(tx, accountId, uuid, { outcome: OUTCOMES[action], ...kept });
}

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
