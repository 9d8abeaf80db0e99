import type { Context } from '../../context.ts';
import { listSpans } from '../../gateway/devices/channels/channel.ts';
import { type Applied, appliedTo, findCopies } from '../../gateway/messages/changes/applied.ts';
import {
  type FoundMessage,
  findInHistory,
  type HistoryRange,
  type HistoryRow,
  listHistory,
  listHistoryAfter,
  listLatest,
  readHistory,
} from '../../gateway/messages/history/history.ts';
import { phonesOf } from '../../gateway/people/identity.ts';
import { listIdentities } from '../../gateway/people/person.ts';
import type { Account } from '../../platform/accounts/account.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { withinPage } from '../../platform/lib/page.ts';
import { openCursor, sealCursor } from '../../platform/lib/sealed-cursor.ts';
import { searchChat } from './search/search.ts';
import { type ShownMessage, showMessages } from './shown-messages.ts';

interface Chat {
  id: number;
  channel_id: number;
  person_id: number;
}

/** Further pairings of a number, the oldest, are not shown. */
const MAX_SPANS = 1_000;
/** In a list of conversations. */
const RECENT_SPANS = 10;

export interface MessagesQuery {
  cursor?: string | undefined;
  /** The provider's id of a message of the chat. */
  around?: string | undefined;
  limit: number;
}

export interface MessagesPage {
  /** Newest first. */
  messages: ShownMessage[];
  /** Of older ones. */
  next: string | null;
  /** Of newer ones. Missing: the page began at the newest message, or goes on from such a one. */
  newer?: string | null;
}

const listOf = ({ id }: Chat) => `messages of conversation ${id}`;

/** Behind the row id in the cursor come newer messages. */
const NEWER = 1;

/** Both ways. ApiError message_not_found: the chat has no message `around`. */
export async function listMessages(
  ctx: Context,
  chat: Chat,
  { cursor, around, limit }: MessagesQuery,
): Promise<MessagesPage> {
  const ranges = await rangesOfOne(ctx, chat);
  const [id = null, direction] = cursor === undefined ? [] : openCursor(ctx, listOf(chat), cursor);
  const seal = (...place: number[]) => sealCursor(ctx, listOf(chat), place);
  const part = async (rows: readonly HistoryRow[], size: number) => {
    const page = await fitting(ctx, ranges, rows.slice(0, size));
    return { page, last: page.at(-1), hasMore: rows.length > page.length };
  };
  const older = async (before: number | null, size: number) => {
    const rows = await listHistory(ctx.db, ranges, { before, limit: size + 1 });
    const { page, last, hasMore } = await part(rows, size);
    return { page, next: last && hasMore ? seal(last.id) : null };
  };
  const newer = async (after: number, size: number) => {
    const rows = await listHistoryAfter(ctx.db, ranges, { after, limit: size + 1 });
    const { page, last, hasMore } = await part(rows, size);
    return { page: page.toReversed(), newer: hasMore ? seal(last?.id ?? after, NEWER) : null };
  };
  if (around !== undefined) {
    const middle = await idOf(ctx, ranges, around);
    const [before, after] = await Promise.all([
      older(middle + 1, Math.ceil(limit / 2)),
      newer(middle, Math.floor(limit / 2)),
    ]);
    const messages = withoutCopies([...after.page, ...before.page]);
    return { messages, next: before.next, newer: after.newer };
  }
  if (id !== null && direction === NEWER) {
    const { page, newer: more } = await newer(id, limit);
    return { messages: withoutCopies(page), next: seal(page.at(-1)?.id ?? id + 1), newer: more };
  }
  const { page, next } = await older(id, limit);
  return { messages: withoutCopies(page), next };
}

async function idOf(ctx: Context, ranges: readonly HistoryRange[], waMessageId: string): Promise<number> {
  const [row] = await readHistory(ctx.db, ranges, await findCopies(ctx.db, ranges, waMessageId));
  if (!row) throw new ApiError('message_not_found');
  return row.id;
}

/** The first ones that fit a page: up to 65,536 characters for each message and edit. */
async function fitting(
  ctx: Context,
  ranges: readonly HistoryRange[],
  rows: readonly HistoryRow[],
): Promise<readonly ShownMessage[]> {
  const [found = []] = await showMessages(ctx, [{ ranges, rows }]);
  return withinPage(found, ({ body, interactive, media_url, meaning, applied }) => {
    return [body, interactive, media_url, meaning, applied];
  });
}

/** Messages of the chat with all words of `q`, newest first. */
export async function findMessages(
  ctx: Context,
  account: Pick<Account, 'id'>,
  chat: Chat,
  { q, cursor, limit }: MessagesQuery & { q: string },
): Promise<MessagesPage> {
  const list = `search in ${listOf(chat)}`;
  const [before = null] = cursor === undefined ? [] : openCursor(ctx, list, cursor);
  const ranges = await rangesOfOne(ctx, chat);
  const { ids, next } = await searchChat(ctx, account, chat.id, { q, before, limit });
  const page = await fitting(ctx, ranges, await readHistory(ctx.db, ranges, ids));
  const isCut = page.length > 0 && page.length < ids.length;
  const end = isCut ? (page.at(-1)?.id ?? null) : next;
  return { messages: withoutCopies(page), next: end === null ? null : sealCursor(ctx, list, [end]) };
}

/** By its public id. */
export async function findMessage(
  ctx: Context,
  chat: Chat & { account_id: number },
  publicId: number,
): Promise<(FoundMessage & { applied: Applied | null }) | undefined> {
  const ranges = await rangesOfOne(ctx, chat);
  const found = await findInHistory(ctx.db, chat.account_id, ranges, publicId);
  if (!found) return undefined;
  const applied = await appliedTo(ctx.db, [{ places: ranges, messages: [found] }]);
  return { ...found, applied: applied.get(found) ?? null };
}

export interface LastMessages {
  last: ShownMessage;
  /** The newest one of the customer, when the last one is not it. */
  customers: ShownMessage | null;
}

/** By the index of the conversation. */
export async function lastMessages(ctx: Context, chats: readonly Chat[]): Promise<Map<number, LastMessages>> {
  const ranges = await rangesOf(ctx, chats, RECENT_SPANS);
  const latest = await listLatest(ctx.db, ranges, 'any');
  const answered = ranges.map((some, chat) => (latest.get(chat)?.direction === 'out' ? some : []));
  const heard = await listLatest(ctx.db, answered, 'in');
  const pages = [...latest].map(([chat, row]) => ({ chat, rows: [row, heard.get(chat) ?? []].flat() }));
  const found = await showMessages(
    ctx,
    pages.map(({ chat, rows }) => ({ ranges: ranges[chat] ?? [], rows })),
  );
  return new Map(
    pages.flatMap(({ chat }, index) => {
      const [last, customers = null] = found[index] ?? [];
      return last ? [[chat, { last, customers }] as const] : [];
    }),
  );
}

export async function rangesOfOne(ctx: Context, chat: Chat): Promise<HistoryRange[]> {
  const [ranges = []] = await rangesOf(ctx, [chat], MAX_SPANS);
  return ranges;
}

/** Per conversation: the devices of its number, with every spelling of its person. */
async function rangesOf(ctx: Context, chats: readonly Chat[], maxSpans: number): Promise<HistoryRange[][]> {
  const channels = chats.map(({ channel_id }) => channel_id);
  const people = chats.map(({ person_id }) => person_id);
  const spans = await listSpans(ctx.db, channels, maxSpans);
  const identities = await listIdentities(ctx.db, people);
  return chats.map(({ channel_id, person_id }) => {
    const phones = (identities.get(person_id) ?? []).flatMap(phonesOf);
    return (spans.get(channel_id) ?? []).flatMap(({ device_id, from_message_id, until_message_id }) =>
      phones.map((phone) => ({ device_id, phone, from: from_message_id, until: until_message_id })),
    );
  });
}

/** Two devices of one number store each inbound message. */
function withoutCopies(messages: readonly ShownMessage[]): ShownMessage[] {
  const known = new Set<string>();
  return messages.filter(({ direction, wa_message_id }) => {
    if (direction === 'out' || wa_message_id === null) return true;
    return !known.has(wa_message_id) && known.add(wa_message_id);
  });
}
