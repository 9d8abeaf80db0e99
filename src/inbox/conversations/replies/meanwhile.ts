import type { Context } from '../../../context.ts';
import {
  findInHistory,
  type HistoryRange,
  type HistoryRow,
  listRepliesOfOthers,
  type Writer,
} from '../../../gateway/messages/history/history.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { rangesOfOne } from '../history.ts';
import { showMessages } from '../shown-messages.ts';
import type { ConversationRow } from '../store.ts';
import { type Reader, shortened, viewMessage } from '../view.ts';

/** Shown to a refused writer. */
const MAX_SHOWN = 10;

/** What the writer of a reply knows. */
export interface Seen {
  ranges: readonly HistoryRange[];
  /** Row id of the newest message. */
  after: number;
}

/** `publicId`: newest message seen; 0: none. FieldErrors for another conversation's. */
export async function findSeen(ctx: Context, chat: ConversationRow, publicId: number): Promise<Seen> {
  const ranges = await rangesOfOne(ctx, chat);
  if (publicId === 0) return { ranges, after: 0 };
  const message = await findInHistory(ctx.db, chat.account_id, ranges, publicId);
  if (!message)
    throw new FieldErrors({ seen_message_id: ['must be the id of a message in this conversation'] });
  return { ranges, after: message.id };
}

/**
 * Unseen answers of others, newest first. Call it with the lock, under which answers are stored.
 */
export function findUnseen(tx: Tx, { ranges, after }: Seen, writer: Writer): Promise<HistoryRow[]> {
  return listRepliesOfOthers(tx, ranges, { after, writer, limit: MAX_SHOWN });
}

export async function answeredMeanwhile(
  ctx: Context,
  { ranges }: Seen,
  { rows, reader }: { rows: readonly HistoryRow[]; reader: Reader },
): Promise<ApiError> {
  const [shown = []] = await showMessages(ctx, [{ ranges, rows }]);
  const messages = shown.map((message) => shortened(viewMessage(message, reader)));
  return new ApiError('answered_meanwhile', undefined, { messages });
}
