import { useSyncExternalStore } from 'react';
import type { Language } from './define-texts.ts';

const KEY = 'kurir.language';
const listeners = new Set<() => void>();
let current = firstLanguage();
document.documentElement.lang = current;

/** The language of the page, until the user chooses another one. */
export function language(): Language {
  return current;
}

/** Applies at once, and to later visits with this browser. */
export function setLanguage(chosen: Language): void {
  current = chosen;
  localStorage.setItem(KEY, chosen);
  document.documentElement.lang = chosen;
  for (const listener of listeners) listener();
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function firstLanguage(): Language {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages].map((name) => name?.slice(0, 2));
  // `in` is the old code of Indonesian.
  for (const name of wanted) {
    if (name === 'id' || name === 'in') return 'id';
    if (name === 'en') return 'en';
  }
  return 'en';
}
