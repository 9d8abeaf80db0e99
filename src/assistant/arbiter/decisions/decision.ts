import type { Context } from '../../../context.ts';
import { getConversation } from '../../../inbox/conversations/conversation.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { inChunks } from '../../../platform/lib/in-chunks.ts';
import { type Page, readPage } from '../../../platform/lib/page.ts';
import type { ListDecisions } from './schema.ts';
import * as store from './store.ts';

export type { DecisionRow } from './store.ts';

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
const KEEP_MS = 90 * DAY;

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
  { message, wa_message_id, ...page }: ListDecisions,
): Promise<Page<store.DecisionRow>> {
  const { id } = await getConversation(ctx, account, uuid);
  const of = { accountId: account.id, id };
  return readPage(ctx, {
    ...page,
    list: `decisions of conversation ${id}`,
    read: ([before = null], limit) =>
      store.listDecisions(ctx.db, of, {
        before,
        message: message ?? null,
        waMessageId: wa_message_id ?? null,
        limit,
      }),
    placeOf: (decision) => [decision.id],
    partsOf: ({ candidates, shadow, reason }) => [candidates, shadow, reason],
  });
}

/** Ids grow with time, so the oldest ones come first. */
export function deleteOldDecisions(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  const olderThan = new Date(ctx.now().getTime() - KEEP_MS);
  return inChunks((limit) => store.deleteOld(ctx.db, { olderThan, limit }));
}
