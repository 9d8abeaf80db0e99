import type { Item } from './item.ts';

/** Longer texts are cut: a page shows a hundred of them. */
const MAX_TEXT = 4_096;

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

function messageOf({ target: _, at, ...item }: Item): ScreenMessage {
  const states = { is_edited: false, is_deleted: false, reactions: [] };
  return { ...item, at: new Date(at).toISOString(), ...shown(item.text), ...states };
}

function shown(text: string | null): Pick<ScreenMessage, 'text' | 'is_cut'> {
  const isCut = text !== null && text.length > MAX_TEXT;
  return { text: isCut ? text.slice(0, MAX_TEXT).toWellFormed() : text, is_cut: isCut };
}

function applyChange(message: ScreenMessage | undefined, { type, text, from_phone }: Item): void {
  if (!message) return;
  if (type === 'reaction') {
    const others = message.reactions.filter((each) => each.from_phone !== from_phone);
    message.reactions = text === null || text === '' ? others : [...others, { from_phone, emoji: text }];
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
