import type { Item } from './item.ts';

/** Longer texts are cut: a page shows a hundred of them. */
const MAX_TEXT = 4_096;
/** Of quoted texts, and of texts in a list of chats. */
const MAX_PREVIEW = 200;
/** Of a page, also with the longest texts. */
const MAX_BYTES = 2 * 1024 * 1024;

export interface Reaction {
  from_phone: boolean;
  emoji: string;
}

/** A message as the screen of the phone shows it. */
export interface ScreenMessage extends Omit<Item, 'at' | 'target'> {
  at: string;
  is_cut: boolean;
  is_edited: boolean;
  is_deleted: boolean;
  /** At most one of each side. */
  reactions: Reaction[];
}

/** Applies reactions, edits and deletions to their messages. `items` in the order of their time. */
export function foldItems(items: readonly Item[]): ScreenMessage[] {
  const messages = new Map<string, ScreenMessage>();
  for (const item of items) {
    if (item.target === null) messages.set(item.id, messageOf(item));
    else applyChange(messages.get(item.target), item);
  }
  return [...messages.values()];
}

/** The newest messages that one answer can carry. */
export function withinBytes(messages: readonly ScreenMessage[]): ScreenMessage[] {
  let bytes = 0;
  const first = messages.findLastIndex((message) => {
    bytes += Buffer.byteLength(JSON.stringify(message));
    return bytes > MAX_BYTES;
  });
  return messages.slice(first + 1);
}

/** What a list of chats shows of the last message. */
export function previewOf(message: ScreenMessage): ScreenMessage {
  const { text, quote: _quote, interactive: _interactive, ...rest } = message;
  return { ...rest, ...shown(text, MAX_PREVIEW), quote: null, interactive: null };
}

function messageOf({ target: _, at, quote, file, ...item }: Item): ScreenMessage {
  const states = { is_edited: false, is_deleted: false, reactions: [] };
  const quoted = quote && { id: quote.id, text: preview(quote.text) };
  const named = file && { mimetype: preview(file.mimetype), name: preview(file.name), size: file.size };
  return {
    ...item,
    at: new Date(at).toISOString(),
    ...shown(item.text),
    quote: quoted,
    file: named,
    ...states,
  };
}

const preview = (text: string | null) => shown(text, MAX_PREVIEW).text;

function shown(text: string | null, max = MAX_TEXT): Pick<ScreenMessage, 'text' | 'is_cut'> {
  const isCut = text !== null && text.length > max;
  return { text: isCut ? text.slice(0, max).toWellFormed() : text, is_cut: isCut };
}

function applyChange(message: ScreenMessage | undefined, { type, text, from_phone }: Item): void {
  if (!message) return;
  if (type === 'reaction') {
    const emoji = preview(text) ?? '';
    const others = message.reactions.filter((each) => each.from_phone !== from_phone);
    message.reactions = emoji === '' ? others : [...others, { from_phone, emoji }];
    return;
  }
  // Each side changes its own messages only.
  if (message.from_phone !== from_phone) return;
  if (type === 'edit') Object.assign(message, shown(text), { is_edited: true });
  if (type === 'deletion') {
    Object.assign(message, { is_deleted: true, text: null, is_cut: false });
    Object.assign(message, { file: null, quote: null, interactive: null, reactions: [] });
  }
}
