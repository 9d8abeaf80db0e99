import type { Context } from '../../context.ts';
import { listMessages } from '../../inbox/conversations/history.ts';
import { wordsOf } from '../customer-words.ts';

/** Messages looked at. */
const NEWEST = 50;
/** Of a question, as POST /v1/assistant/ask takes it. */
export const MAX_QUESTION = 2_000;

type Chat = Parameters<typeof listMessages>[1] & { waiting_since: Date | null };
type Message = Awaited<ReturnType<typeof listMessages>>['messages'][number];

/**
 * What the customer wrote without an answer, one line each; after an answer, what it was about. Edited as now,
 * without deleted messages. Empty: no words.
 */
export async function readUnanswered(ctx: Context, chat: Chat): Promise<string> {
  const { messages } = await listMessages(ctx, chat, { limit: NEWEST });
  const waiting = unanswered(messages, chat);
  const asked = waiting.length > 0 ? waiting : lastTurn(messages);
  const deleted = asked.filter(({ applied }) => applied?.deleted_at);
  /** With a newer text, or deleted. */
  const replaced = new Set(deleted.map(({ wa_message_id }) => wa_message_id));
  const lines = asked.flatMap((message) => {
    const { wa_message_id, body, meaning, applied } = message;
    const { kind = null, sender, edit_of: original = wa_message_id } = meaning;
    if (replaced.has(original)) return [];
    if (original !== null) replaced.add(original);
    return wordsOf({ kind, body: applied?.edits.at(-1)?.body ?? body, sender })?.trim() || [];
  });
  return newest(lines);
}

const isOfCustomer = ({ direction }: Message) => direction === 'in';

/** A reply that is still queued answers too. */
const isOfPerson = ({ source, status }: Message) =>
  (source === 'staff' || source === 'phone') && status !== 'failed';

/** Notices of the automation answer nothing. */
function unanswered(messages: readonly Message[], { waiting_since: since }: Chat): Message[] {
  if (since === null) return [];
  return upTo(messages, isOfPerson).filter((each) => isOfCustomer(each) && each.created_at >= since);
}

function lastTurn(messages: readonly Message[]): Message[] {
  const start = messages.findIndex(isOfCustomer);
  return start === -1 ? [] : upTo(messages.slice(start), (message) => !isOfCustomer(message));
}

function upTo(messages: readonly Message[], isEnd: (message: Message) => boolean): Message[] {
  const end = messages.findIndex(isEnd);
  return messages.slice(0, end === -1 ? messages.length : end);
}

/** From newest first to oldest first, within the limit. */
function newest(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    const longer = text === '' ? line : `${line}\n${text}`;
    if (longer.length > MAX_QUESTION) return text || line.slice(0, MAX_QUESTION).toWellFormed();
    text = longer;
  }
  return text;
}
