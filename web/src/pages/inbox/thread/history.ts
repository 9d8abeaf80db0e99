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
}

/** Messages of early versions have no id. */
export const keyOf = ({ id, wa_message_id, created_at }: Message): string =>
  id === null ? `${wa_message_id}:${created_at}` : String(id);

/**
 * Adds the newest page. Without a common message there is a gap between both: then only the new page stays, and older
 * messages are read again by scrolling.
 */
export function withNewest(history: History | undefined, { data, next_cursor }: MessagePage): History {
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

/** A message that was sent just now, before a page of the history has it. */
export function withSent(history: History | undefined, message: Message): History | undefined {
  if (!history || history.messages.some(({ id }) => id === message.id)) return history;
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

/** The newest id that the page shows; 0: none. */
export const newestId = (messages: readonly Message[]): number =>
  messages.reduce((newest, { id }) => Math.max(newest, id ?? 0), 0);
