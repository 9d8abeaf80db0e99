import { useSyncExternalStore } from 'react';
import type { Schema } from '../../api/schemas.ts';

type Viewer = Schema<'ConversationViewer'>;

const MAX_KEPT = 1_000;
const none: readonly Viewer[] = [];
const viewersOf = new Map<string, readonly Viewer[]>();
const listeners = new Set<() => void>();

/** Who looks at a conversation now, or types. */
export function setViewers(conversationId: string, viewers: readonly Viewer[]): void {
  viewersOf.delete(conversationId);
  if (viewers.length > 0) viewersOf.set(conversationId, viewers);
  for (const oldest of [...viewersOf.keys()].slice(0, -MAX_KEPT)) viewersOf.delete(oldest);
  for (const listener of listeners) listener();
}

/** The other users, without the reader. */
export function useViewers(conversationId: string, me: string): readonly Viewer[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => viewersOf.get(conversationId) ?? none,
  );
  return all.filter(({ id }) => id !== me);
}
