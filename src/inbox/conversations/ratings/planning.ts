import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import * as store from './store.ts';

export const RATINGS = 'conversations.ratings';

/** In the transaction in which `actor` resolved. A later change of the owner cancels it. */
export async function planRating(
  tx: Tx,
  { actor: by }: Pick<Context, 'actor'>,
  { id, accountId, actor }: { id: number; accountId: number; actor: string },
  now: Date,
): Promise<void> {
  const userUuid = by.type === 'user' ? by.id : null;
  const planned = await store.plan(tx, { id, userUuid, actor, now });
  if (planned) await enqueue(tx, { name: RATINGS, accountId, at: planned.ask_at });
}
