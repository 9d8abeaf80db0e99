import type { Context } from '../context.ts';
import { type Applied, appliedTo, type Quoted, quotedIn, type Target } from '../messages/changes/applied.ts';
import type { HistoryRange, HistoryRow } from '../messages/history/history.ts';
import { type Meaning, meaningOf } from '../messages/meaning.ts';
import { findFiles, type MediaView } from '../messages/media/media.ts';

export interface ShownMessage extends HistoryRow {
  meaning: Meaning;
  /** Null without changes. */
  applied: Applied | null;
  /** The file of a customer. */
  media: MediaView | null;
}

/** Messages of one chat, and where it is. */
interface ChatRows {
  ranges: readonly HistoryRange[];
  rows: readonly HistoryRow[];
}

/** A chat while its messages are read. */
interface ReadChat {
  places: readonly HistoryRange[];
  read: readonly { row: HistoryRow; meaning: Meaning }[];
  /** The quoted messages. */
  quotes: readonly (Target & { wa_message_id: string; isKnown: boolean })[];
}

/** Adds what people did to the messages, what they quote, and their files. In the order of the chats and rows. */
export async function showMessages(ctx: Context, chats: readonly ChatRows[]): Promise<ShownMessage[][]> {
  const known = chats.map(readChat);
  const received = chats.flatMap(({ rows }) => rows.filter(({ direction }) => direction === 'in'));
  const [applied, quoted, files] = await Promise.all([
    appliedTo<Target>(
      ctx.db,
      known.map(({ places, read, quotes }) => ({
        places,
        messages: [...read.map(({ row }) => row), ...quotes],
      })),
    ),
    quotedIn(
      ctx.db,
      known.map(({ places, quotes }) => ({
        places,
        ids: quotes.filter(({ isKnown }) => !isKnown).map(({ wa_message_id }) => wa_message_id),
      })),
    ),
    findFiles(
      ctx.db,
      received.map(({ id }) => id),
    ),
  ]);
  return known.map((chat, index) => {
    const erased = erasedIn(chat, applied);
    return chat.read.map(({ row, meaning }) => ({
      ...row,
      meaning: withQuote(meaning, quoted[index] ?? new Map(), erased),
      applied: applied.get(row) ?? null,
      media: files.get(row.id) ?? null,
    }));
  });
}

function readChat({ ranges, rows }: ChatRows): ReadChat {
  const read = rows.map((row) => ({ row, meaning: meaningOf(row) }));
  const quotes = read.flatMap(({ meaning: { quote } }) => {
    if (!quote) return [];
    const { author, wa_message_id, type } = quote;
    const direction = author === 'us' ? ('out' as const) : ('in' as const);
    return [{ direction, wa_message_id, isKnown: type !== null }];
  });
  return { places: ranges, read, quotes };
}

/** Quoted messages that the customer deleted on all phones. */
function erasedIn({ quotes }: ReadChat, applied: ReadonlyMap<Target, Applied>): ReadonlySet<string> {
  const erased = quotes.filter((quote) => quote.direction === 'in' && applied.get(quote)?.deleted_at);
  return new Set(erased.map(({ wa_message_id }) => wa_message_id));
}

function withQuote(
  meaning: Meaning,
  quoted: ReadonlyMap<string, Quoted>,
  erased: ReadonlySet<string>,
): Meaning {
  if (!meaning.quote) return meaning;
  const { wa_message_id: id } = meaning.quote;
  const quote = { ...meaning.quote, ...quoted.get(id), ...(erased.has(id) && { excerpt: null }) };
  return { ...meaning, quote };
}
