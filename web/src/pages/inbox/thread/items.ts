import type { Schema } from '../../../api/schemas.ts';
import type { OutboxEntry } from '../composer/outbox.ts';
import { CHANGES, keyOf, type Message } from './history.ts';

export type Entry = Schema<'TimelineEntry'>;

/** One line of a thread, oldest first. */
export type ThreadItem =
  | { type: 'day'; key: string; at: string }
  | { type: 'message'; key: string; message: Message; isFirst: boolean }
  | { type: 'entry'; key: string; entry: Entry }
  /** Below the messages of the time before the number was connected. */
  | { type: 'imported'; key: 'imported' }
  | { type: 'outbox'; key: string; entry: OutboxEntry };

interface Parts {
  /** Newest first. */
  messages: readonly Message[];
  /** Newest first. */
  entries: readonly Entry[];
  outbox: readonly OutboxEntry[];
  /** Older messages are not loaded yet. Older entries come with them. */
  hasOlder: boolean;
  /** Nor are newer ones. */
  hasNewer: boolean;
}

/** Messages, events and unsent replies in one order, with a line for each day of the reader. */
export function threadItems({ messages: all, entries, outbox, hasOlder, hasNewer }: Parts): ThreadItem[] {
  const messages = withoutShownEdits(all).filter((message) => !isShownChange(message));
  const [oldest, newest] = [all.at(-1)?.created_at, all[0]?.created_at];
  const shown = entries.filter(
    ({ created_at }) =>
      (!hasOlder || (oldest !== undefined && created_at >= oldest)) &&
      (!hasNewer || (newest !== undefined && created_at <= newest)),
  );
  const items: ThreadItem[] = [];
  let [m, e, day] = [messages.length - 1, shown.length - 1, ''];
  let before: Message | null = null;
  while (m >= 0 || e >= 0) {
    const [message, entry] = [messages[m], shown[e]];
    // A reply and the take-over by it have one time: the take-over comes first.
    const isMessage = message !== undefined && (!entry || message.created_at < entry.created_at);
    const next = isMessage ? message : entry;
    const itsDay = next ? dayOf(next) : day;
    if (next && itsDay !== day) {
      items.push({ type: 'day', key: `day ${itsDay}`, at: next.created_at });
      day = itsDay;
      before = null;
    }
    if (isMessage) {
      items.push({ type: 'message', key: keyOf(message), message, isFirst: !isSameAuthor(before, message) });
      before = message;
      m -= 1;
      if (message.imported && !messages[m]?.imported) items.push({ type: 'imported', key: 'imported' });
    } else if (entry) {
      const line = { type: 'entry', key: entry.id, entry } as const;
      if (isOpening(entry)) items.splice(startOfQuestion(items), 0, line);
      else {
        items.push(line);
        before = null;
      }
      e -= 1;
    }
  }
  return [...items, ...outbox.map((entry) => ({ type: 'outbox' as const, key: entry.key, entry }))];
}

/** The customer opened the conversation: by messages that are older than the entry. */
const isOpening = ({ kind, actor }: Entry) => kind === 'opened' && actor === 'customer';

/** The first of the messages of the customer at the end. */
const startOfQuestion = (items: readonly ThreadItem[]) =>
  items.findLastIndex((item) => item.type !== 'message' || item.message.author !== 'customer') + 1;

/** The message that an edit changes shows the new text. Without it, the edit is all that there is. */
function withoutShownEdits(messages: readonly Message[]): readonly Message[] {
  const edits = messages.filter(({ edit_of }) => edit_of !== undefined);
  if (edits.length === 0) return messages;
  const known = new Set(messages.map(({ wa_message_id }) => wa_message_id));
  return messages.filter(({ edit_of }) => edit_of === undefined || !known.has(edit_of));
}

/** Its message shows a reaction, an edit or a deletion that left. */
const isShownChange = ({ type, status }: Message) => CHANGES.includes(type) && status !== 'failed';

/** Of the reader. A long thread is put together for each new message, and the calendar is slow. */
const days = new WeakMap<object, string>();

function dayOf(item: Message | Entry): string {
  const known = days.get(item) ?? new Date(item.created_at).toDateString();
  days.set(item, known);
  return known;
}

const NEAR_MS = 5 * 60_000;

function isSameAuthor(before: Message | null, message: Message): boolean {
  if (!before || before.author !== message.author || before.actor !== message.actor) return false;
  if (before.sender?.phone !== message.sender?.phone) return false;
  // A rule, a flow and the assistant are all `bot`.
  if (before.automation?.kind !== message.automation?.kind) return false;
  return Date.parse(message.created_at) - Date.parse(before.created_at) < NEAR_MS;
}
