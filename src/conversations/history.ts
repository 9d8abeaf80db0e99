import type { Context } from '../context.ts';
import { listSpans } from '../devices/channels/channel.ts';
import { type Applied, appliedTo, quotedIn, type Target } from '../messages/changes/applied.ts';
import {
  type FoundMessage,
  findInHistory,
  type HistoryRange,
  type HistoryRow,
  listHistory,
  listLatest,
} from '../messages/history/history.ts';
import { type Meaning, meaningOf } from '../messages/meaning.ts';
import { phonesOf } from '../people/identity.ts';
import { listIdentities } from '../people/person.ts';
import { openCursor, sealCursor } from './sealed-cursor.ts';

export interface ShownMessage extends HistoryRow {
  meaning: Meaning;
  /** Null without changes. */
  applied: Applied | null;
}

interface Chat {
  id: number;
  channel_id: number;
  person_id: number;
}

/** A number that was paired more often shows no messages of its oldest pairings. */
const MAX_SPANS = 1_000;
/** In UTF-16 units of bodies, of which JSON may need six bytes each. */
const MAX_LENGTH = 400_000;
/** In a list of conversations. */
const RECENT_SPANS = 10;

/** What was written in a conversation, both ways, newest first. */
export async function listMessages(
  ctx: Context,
  chat: Chat,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ messages: ShownMessage[]; next: string | null }> {
  const list = `messages of conversation ${chat.id}`;
  const [before = null] = cursor === undefined ? [] : openCursor(ctx, list, cursor);
  const ranges = await rangesOfOne(ctx, chat);
  const found = await listHistory(ctx.db, ranges, { before, limit: limit + 1 });
  const page = withinLength(found.slice(0, limit));
  const last = page.at(-1);
  const next = last && found.length > page.length ? sealCursor(ctx, list, [last.id]) : null;
  return { messages: await shown(ctx, ranges, withoutCopies(page)), next };
}

/** A message of this conversation by its public id. */
export async function findMessage(
  ctx: Context,
  chat: Chat & { account_id: number },
  publicId: number,
): Promise<(FoundMessage & { applied: Applied | null }) | undefined> {
  const ranges = await rangesOfOne(ctx, chat);
  const found = await findInHistory(ctx.db, chat.account_id, ranges, publicId);
  if (!found) return undefined;
  const applied = await appliedTo(ctx.db, ranges, [found]);
  return { ...found, applied: applied.get(found) ?? null };
}

/** Adds what people did to the messages, and what they quote. */
async function shown(
  ctx: Context,
  ranges: readonly HistoryRange[],
  messages: readonly HistoryRow[],
): Promise<ShownMessage[]> {
  const read = messages.map((row) => ({ row, meaning: meaningOf(row) }));
  const quotes = read.flatMap(({ meaning: { quote } }) => (quote ? [quote] : []));
  const targets = quotes.map(({ author, wa_message_id }) => ({
    direction: author === 'us' ? ('out' as const) : ('in' as const),
    wa_message_id,
  }));
  const applied = await appliedTo<Target>(ctx.db, ranges, [...messages, ...targets]);
  const erased = new Set(
    targets
      .filter((target) => target.direction === 'in' && applied.get(target)?.deleted_at)
      .map(({ wa_message_id }) => wa_message_id),
  );
  const unknown = quotes.filter(({ type }) => type === null).map(({ wa_message_id }) => wa_message_id);
  const quoted = await quotedIn(ctx.db, ranges, unknown);
  return read.map(({ row, meaning }) => {
    const quote = meaning.quote && {
      ...meaning.quote,
      ...quoted.get(meaning.quote.wa_message_id),
      ...(erased.has(meaning.quote.wa_message_id) && { excerpt: null }),
    };
    return { ...row, applied: applied.get(row) ?? null, meaning: { ...meaning, ...(quote && { quote }) } };
  });
}

/** Bounds the answer: a message has up to 65,536 characters. The rest is on the next page. */
function withinLength(messages: readonly HistoryRow[]): readonly HistoryRow[] {
  let length = 0;
  const end = messages.findIndex(({ body }) => {
    length += body?.length ?? 0;
    return length > MAX_LENGTH;
  });
  return end === -1 ? messages : messages.slice(0, Math.max(1, end));
}

/** By the index of the conversation. */
export async function lastMessages(ctx: Context, chats: readonly Chat[]): Promise<Map<number, HistoryRow>> {
  return listLatest(ctx.db, await rangesOf(ctx, chats, RECENT_SPANS));
}

/** Where the messages of a conversation are. */
export async function rangesOfOne(ctx: Context, chat: Chat): Promise<HistoryRange[]> {
  const [ranges = []] = await rangesOf(ctx, [chat], MAX_SPANS);
  return ranges;
}

/** For each conversation: the devices of its number, with every spelling of its person. */
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

/** Two devices of one number store each message from a customer. */
function withoutCopies(messages: readonly HistoryRow[]): HistoryRow[] {
  const known = new Set<string>();
  return messages.filter(({ direction, wa_message_id }) => {
    if (direction === 'out' || wa_message_id === null) return true;
    return !known.has(wa_message_id) && known.add(wa_message_id);
  });
}
