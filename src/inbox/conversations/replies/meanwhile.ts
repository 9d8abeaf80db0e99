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

/** What the writer of a reply knows of the conversation. */
export interface Seen {
  ranges: readonly HistoryRange[];
  /** Row id of the newest message. */
  after: number;
}

/** `publicId`: of the newest message that the writer saw; 0: none. FieldErrors for one of another conversation. */
export async function findSeen(ctx: Context, chat: ConversationRow, publicId: number): Promise<Seen> {
  const ranges = await rangesOfOne(ctx, chat);
  if (publicId === 0) return { ranges, after: 0 };
  const message = await findInHistory(ctx.db, chat.account_id, ranges, publicId);
  if (!message)
    throw new FieldErrors({ seen_message_id: ['must be the id of a message in this conversation'] });
  return { ranges, after: message.id };
}

/**
 * Answers of other people that the writer has not seen, newest first. Call it with a locked conversation: each reply
 * and each message of the automation is stored under this lock.
 */
export function findUnseen(tx: Tx, { ranges, after }: Seen, writer: Writer): Promise<HistoryRow[]> {
  return listRepliesOfOthers(tx, ranges, { after, writer, limit: MAX_SHOWN });
}

/** The refusal, with the answers that the writer has not seen. */
export async function answeredMeanwhile(
  ctx: Context,
  { ranges }: Seen,
  { rows, reader }: { rows: readonly HistoryRow[]; reader: Reader },
): Promise<ApiError> {
  const [shown = []] = await showMessages(ctx, [{ ranges, rows }]);
  const messages = shown.map((message) => shortened(viewMessage(message, reader)));
  return new ApiError('answered_meanwhile', undefined, { messages });
}
