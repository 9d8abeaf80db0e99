import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { endDue, findWake } from './store.ts';

/** A conversation is not idle before its flow goes on by itself, or has waited for its hours. Null: none runs. */
export function heldByFlow(
  tx: Tx,
  conversation: { id: number; account_id: number; ownership_version: number },
): Promise<Date | null> {
  return findWake(tx, conversation);
}

/** Ends the flows of an account whose time has come: their next step may be sent already. Returns their number. */
export function endDueFlows(
  { db, now }: Pick<Context, 'db' | 'now'>,
  account: { id: number },
): Promise<number> {
  return endDue(db, { accountId: account.id, now: now() });
}
