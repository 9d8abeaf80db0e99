/** Puts a text back into the field of a conversation. The composer listens while it is shown. */
type Listener = (conversationId: string, text: string) => void;
const listeners = new Set<Listener>();

export function restoreText(conversationId: string, text: string): void {
  for (const listener of listeners) listener(conversationId, text);
}

export function onRestoredText(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
