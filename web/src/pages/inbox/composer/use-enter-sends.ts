import { useSyncExternalStore } from 'react';

const KEY = 'kurir.enter';
const listeners = new Set<() => void>();

/** Whether Enter sends, or only Ctrl+Enter. Kept in this browser. */
export function useEnterSends(): [boolean, (sends: boolean) => void] {
  const sends = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => localStorage.getItem(KEY) !== 'breaks',
  );
  return [
    sends,
    (next) => {
      localStorage.setItem(KEY, next ? 'sends' : 'breaks');
      for (const listener of listeners) listener();
    },
  ];
}
