import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'kurir.theme';
const listeners = new Set<() => void>();
const system = matchMedia('(prefers-color-scheme: dark)');
let chosen = THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';

system.addEventListener('change', apply);
apply();

export function setTheme(theme: Theme): void {
  chosen = theme;
  localStorage.setItem(KEY, theme);
  apply();
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => chosen);
}

/** Whether the page is dark now. Charts and canvases read it. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, isDark);
}

function isDark(): boolean {
  return chosen === 'dark' || (chosen === 'system' && system.matches);
}

function apply(): void {
  document.documentElement.classList.toggle('dark', isDark());
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
