import type { Tx } from '../../../platform/lib/db/db.ts';
import { findWake } from './store.ts';

/** A conversation is not idle before its flow goes on by itself, or has waited for its hours. Null: none runs. */
export function heldByFlow(
  tx: Tx,
  conversation: { id: number; account_id: number; ownership_version: number },
): Promise<Date | null> {
  return findWake(tx, conversation);
}
