import { useSyncExternalStore } from 'react';
import { type InboxSearch, readSearch } from '../search.ts';

export interface SavedView {
  name: string;
  search: InboxSearch;
}

export const MAX_SAVED = 20;
const listeners = new Set<() => void>();
const known = new Map<string, readonly SavedView[]>();

const storageOf = (userId: string) => `kurir.views.${userId}`;

/** Keeps a view in this browser. Null removes it. */
export function saveView(userId: string, name: string, search: InboxSearch | null): void {
  const others = viewsOf(userId).filter((view) => view.name !== name);
  const views = search === null ? others : [...others, { name, search }].slice(-MAX_SAVED);
  known.set(userId, views);
  localStorage.setItem(storageOf(userId), JSON.stringify(views));
  for (const listener of listeners) listener();
}

export function useSavedViews(userId: string): readonly SavedView[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => viewsOf(userId),
  );
}

function viewsOf(userId: string): readonly SavedView[] {
  const views = known.get(userId) ?? stored(userId);
  known.set(userId, views);
  return views;
}

function stored(userId: string): SavedView[] {
  try {
    const views: unknown = JSON.parse(localStorage.getItem(storageOf(userId)) ?? '[]');
    if (!Array.isArray(views)) return [];
    return views.map(({ name, search }) => ({ name: String(name), search: readSearch(search ?? {}) }));
  } catch {
    return [];
  }
}
