import { type HistoryRange, listHistory } from '../../../gateway/messages/history/history.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import * as store from './move-store.ts';

/** Older messages stay where they were stored. */
const MAX_MOVED = 1_000;

/** The newest messages of these ranges are searched in another conversation from now on. */
export async function moveTexts(
  tx: Tx,
  ranges: readonly HistoryRange[],
  conversations: { from: number; to: number },
): Promise<void> {
  const messages = await listHistory(tx, ranges, { before: null, limit: MAX_MOVED });
  await store.moveTexts(tx, { ids: messages.map(({ id }) => id), ...conversations });
}
