import { keepDraft, readDraft } from './drafts.ts';

/** Takes the text into the shown field of its conversation. False: it shows another one. */
type Listener = (conversationId: string, text: string) => boolean;
const listeners = new Set<Listener>();

/** Puts a text before what the reply field of a conversation has. Without a composer that shows it, into its draft. */
export function restoreText(userId: string, conversationId: string, text: string): void {
  const isShown = [...listeners].some((listener) => listener(conversationId, text));
  if (!isShown)
    keepDraft(userId, conversationId, 'reply', before(text, readDraft(userId, conversationId, 'reply')));
}

export function onRestoredText(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const before = (text: string, present: string): string =>
  present === '' || present === text ? text : `${text}\n${present}`;
