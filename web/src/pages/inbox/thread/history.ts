import type { Schema } from '../../../api/schemas.ts';
import { isLater } from '../live-list.ts';

export type Message = Schema<'ConversationMessage'>;
type MessagePage = Schema<'ConversationMessagePage'>;

/** Types of messages that their message shows once they are sent. */
export const CHANGES: readonly string[] = ['reaction', 'edit', 'deletion'];

/** A history as far as it is loaded, newest first. */
export interface History {
  messages: readonly Message[];
  /** Of older messages. Null: nothing more. */
  cursor: string | null;
  /** After a jump far back: newer messages are not loaded. */
  newer?: {
    cursor: string;
    /** The newest id that was shown before the jump. */
    seen: number;
  };
}

/** Messages of early versions have no id. */
export const keyOf = ({ id, wa_message_id, created_at }: Message): string =>
  id === null ? `${wa_message_id}:${created_at}` : String(id);

/**
 * Adds the newest page. Without a common message there is a gap between both: then only the new page stays, and older
 * messages are read again by scrolling.
 */
export function withNewest(history: History | undefined, { data, next_cursor }: MessagePage): History {
  // The reader is far back. The way to the newest messages reads them again.
  if (history?.newer) return history;
  const fresh = new Set(data.map(keyOf));
  const isJoined = history?.messages.some((message) => fresh.has(keyOf(message))) ?? false;
  if (!history || (!isJoined && next_cursor !== null)) return { messages: data, cursor: next_cursor };
  const older = history.messages.filter((message) => !fresh.has(keyOf(message)));
  return { messages: [...data, ...older], cursor: isJoined ? history.cursor : next_cursor };
}

/** Adds the page that follows the oldest message. */
export function withOlder(history: History, { data, next_cursor }: MessagePage): History {
  const known = new Set(history.messages.map(keyOf));
  const older = data.filter((message) => !known.has(keyOf(message)));
  return { messages: [...history.messages, ...older], cursor: next_cursor };
}

/** A page around a message that is far back takes the place of what is loaded. */
export function withAround(history: History | undefined, page: MessagePage): History {
  const { data, next_cursor, newer_cursor: cursor } = page;
  return {
    messages: data,
    cursor: next_cursor,
    ...(cursor && { newer: { cursor, seen: newestId(history) } }),
  };
}

/** Adds the page that follows the newest loaded message. */
export function withNewer(
  { newer, ...history }: History,
  { data, newer_cursor: cursor }: MessagePage,
): History {
  const known = new Set(history.messages.map(keyOf));
  const fresh = data.filter((message) => !known.has(keyOf(message)));
  const messages = [...fresh, ...history.messages];
  return { ...history, messages, ...(cursor && newer && { newer: { ...newer, cursor } }) };
}

/** The id at which the chat shows a message: an edit changes another one. */
export const shownIdOf = ({ edit_of, type, quote, wa_message_id }: Message): string | null =>
  edit_of ?? (type === 'edit' && quote ? quote.wa_message_id : wa_message_id);

/** A message that was sent just now, before a page of the history has it. */
export function withSent(history: History | undefined, message: Message): History | undefined {
  if (!history || history.newer || history.messages.some(({ id }) => id === message.id)) return history;
  return { ...history, messages: [message, ...history.messages] };
}

export interface StatusChange {
  status: string;
  error: { code: string; message: string } | null;
}

/** Returns the same history when it has none of the messages. */
export function withStatuses(
  history: History | undefined,
  statuses: ReadonlyMap<number, StatusChange>,
): History | undefined {
  if (!history || statuses.size === 0) return history;
  let isChanged = false;
  const messages = history.messages.map((message) => {
    const change = message.id === null ? undefined : statuses.get(message.id);
    if (!change || !isLater(change.status, message.status)) return message;
    isChanged = true;
    const { status, error } = change;
    return { ...message, status, ...(error && { error }) };
  });
  return isChanged ? { ...history, messages } : history;
}

/** The newest id that the page has shown; 0: none. */
export const newestId = (history: History | undefined): number =>
  (history?.messages ?? []).reduce((newest, { id }) => Math.max(newest, id ?? 0), history?.newer?.seen ?? 0);
