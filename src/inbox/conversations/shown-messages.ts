import type { Context } from '../../context.ts';
import { MAX_EXCERPT } from '../../gateway/engines/customer-content.ts';
import {
  type Applied,
  appliedTo,
  type QuotedMessage,
  quotedIn,
  type Target,
} from '../../gateway/messages/changes/applied.ts';
import type { HistoryRange, HistoryRow } from '../../gateway/messages/history/history.ts';
import { type Meaning, meaningOf, type QuoteView } from '../../gateway/messages/meaning.ts';
import { findFiles, type MediaView } from '../../gateway/messages/media/media.ts';
import { cut } from '../../platform/lib/text.ts';

export interface ShownMessage extends HistoryRow {
  meaning: Meaning;
  /** Null without changes. */
  applied: Applied | null;
  /** The file of a customer, or an uploaded one that was sent. */
  media: MediaView | null;
}

interface ChatRows {
  ranges: readonly HistoryRange[];
  rows: readonly HistoryRow[];
}

interface ReadChat {
  places: readonly HistoryRange[];
  read: readonly { row: HistoryRow; meaning: Meaning }[];
  /** By id, of either side. */
  quotes: ReadonlyMap<string, { in: Target; out: Target }>;
}

type Changes = ReadonlyMap<Target, Applied>;

/** Adds changes, quotes and files. In the order of chats and rows. */
export async function showMessages(ctx: Context, chats: readonly ChatRows[]): Promise<ShownMessage[][]> {
  const known = chats.map(readChat);
  const [applied, quoted, files] = await Promise.all([
    appliedTo<Target>(
      ctx.db,
      known.map(({ places, read, quotes }) => ({
        places,
        messages: [
          ...read.map(({ row }) => row),
          ...[...quotes.values()].flatMap((one) => [one.in, one.out]),
        ],
      })),
    ),
    quotedIn(
      ctx.db,
      known.map(({ places, quotes }) => ({ places, ids: [...quotes.keys()] })),
    ),
    findFiles(
      ctx.db,
      chats.flatMap(({ rows }) => rows),
    ),
  ]);
  return known.map((chat, index) =>
    chat.read.map(({ row, meaning: { quote, ...meaning } }) => ({
      ...row,
      meaning: { ...meaning, ...(quote && { quote: verified(quote, row, quoted[index], chat, applied) }) },
      applied: applied.get(row) ?? null,
      media: files.get(row.id) ?? null,
    })),
  );
}

function readChat({ ranges, rows }: ChatRows): ReadChat {
  const read = rows.map((row) => ({ row, meaning: meaningOf(row) }));
  const ids = read.flatMap(({ meaning: { quote } }) => quote?.wa_message_id ?? []);
  const targetsOf = (wa_message_id: string) => ({
    in: { direction: 'in' as const, wa_message_id },
    out: { direction: 'out' as const, wa_message_id },
  });
  return { places: ranges, read, quotes: new Map(ids.map((id) => [id, targetsOf(id)])) };
}

/** Apps can quote what was never written: docs/decisions/0118. */
function verified(
  claim: QuoteView,
  { direction }: HistoryRow,
  quoted: ReadonlyMap<string, QuotedMessage> | undefined,
  { quotes }: ReadChat,
  applied: Changes,
): QuoteView {
  const { wa_message_id } = claim;
  const found = quoted?.get(wa_message_id);
  const target = quotes.get(wa_message_id)?.[found?.direction ?? 'in'];
  const changes = target && applied.get(target);
  const [isDeleted, edit] = [Boolean(changes?.deleted_at), changes?.edits.at(-1)];
  const text = found ? (edit ?? found).body : claim.excerpt;
  const author = found
    ? found.direction === 'out'
      ? 'us'
      : 'them'
    : direction === 'in'
      ? 'them'
      : claim.author;
  return {
    wa_message_id,
    author,
    type: found?.type ?? null,
    excerpt: isDeleted || text === null ? null : cut(text, MAX_EXCERPT),
    known: found !== undefined,
    ...(found && edit && { edited: true as const }),
    ...(isDeleted && { deleted: true as const }),
  };
}
