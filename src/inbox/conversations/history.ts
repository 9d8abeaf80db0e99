import type { Context } from '../../context.ts';
import { listSpans } from '../../gateway/devices/channels/channel.ts';
import { type Applied, appliedTo } from '../../gateway/messages/changes/applied.ts';
import {
  type FoundMessage,
  findInHistory,
  type HistoryRange,
  listHistory,
  listLatest,
} from '../../gateway/messages/history/history.ts';
import { phonesOf } from '../../gateway/people/identity.ts';
import { listIdentities } from '../../gateway/people/person.ts';
import { withinPage } from '../../platform/lib/page.ts';
import { openCursor, sealCursor } from '../../platform/lib/sealed-cursor.ts';
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

/** Both ways, newest first. */
export async function listMessages(
  ctx: Context,
  chat: Chat,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ messages: ShownMessage[]; next: string | null }> {
  const list = `messages of conversation ${chat.id}`;
  const [before = null] = cursor === undefined ? [] : openCursor(ctx, list, cursor);
  const ranges = await rangesOfOne(ctx, chat);
  const rows = await listHistory(ctx.db, ranges, { before, limit: limit + 1 });
  const [found = []] = await showMessages(ctx, [{ ranges, rows: rows.slice(0, limit) }]);
  // Up to 65,536 characters for each message and edit.
  const page = withinPage(found, ({ body, interactive, media_url, meaning, applied }) => {
    return [body, interactive, media_url, meaning, applied];
  });
  const last = page.at(-1);
  const next = last && rows.length > page.length ? sealCursor(ctx, list, [last.id]) : null;
  return { messages: withoutCopies(page), next };
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

/** By the index of the conversation. */
export async function lastMessages(ctx: Context, chats: readonly Chat[]): Promise<Map<number, ShownMessage>> {
  const ranges = await rangesOf(ctx, chats, RECENT_SPANS);
  const latest = [...(await listLatest(ctx.db, ranges))];
  const found = await showMessages(
    ctx,
    latest.map(([chat, row]) => ({ ranges: ranges[chat] ?? [], rows: [row] })),
  );
  return new Map(
    latest.flatMap(([chat], index) => (found[index]?.[0] ? [[chat, found[index][0]] as const] : [])),
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
