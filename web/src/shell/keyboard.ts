import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type Keys, type Matchable, matchKeys } from './match-keys.ts';

interface Shortcut extends Matchable {
  /** What it does, in the language of the page. Empty: not in the help. */
  text: string;
  isFirst: boolean;
  run: (event: KeyboardEvent) => void;
}

/** They handle keys themselves: letters find an entry. */
const BEFORE_THE_PAGE = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const SEQUENCE_MS = 1_200;
const shortcuts = new Set<Shortcut>();
const listeners = new Set<() => void>();
let shown: readonly Shortcut[] = [];
let first: { key: string; at: number } | null = null;

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  const key = nameOf(event);
  const before = first && event.timeStamp - first.at < SEQUENCE_MS ? first.key : null;
  const isTyping = isField(event.target);
  const isBehind = document.querySelector(BEFORE_THE_PAGE) !== null;
  const byRank = [...shortcuts].toSorted((one, other) => Number(one.isFirst) - Number(other.isFirst));
  const match = matchKeys(byRank, { before, key, onlyInFields: isTyping || isBehind });
  first = match || isTyping ? null : { key, at: event.timeStamp };
  if (!match) return;
  event.preventDefault();
  match.run(event);
});

/**
 * Runs while the component is shown. The latest one of equal keys wins, `isFirst` before all others. Without keys, the
 * palette alone runs it.
 */
export function useShortcut(
  keys: Keys,
  text: string,
  run: (event: KeyboardEvent) => void,
  { inFields = false, enabled = true, isFirst = false } = {},
): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!enabled) return;
    const shortcut: Shortcut = { keys, text, inFields, isFirst, run: (event) => latest.current(event) };
    shortcuts.add(shortcut);
    changed();
    return () => {
      shortcuts.delete(shortcut);
      changed();
    };
  }, [keys, text, inFields, enabled, isFirst]);
}

/** The shortcuts that work now, for the help and the palette. */
export function useShortcuts(): readonly Pick<Shortcut, 'keys' | 'text' | 'run'>[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}

function changed(): void {
  shown = [...shortcuts].filter(({ text }) => text !== '');
  for (const listener of listeners) listener();
}

function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  return `${ctrlKey || metaKey ? 'mod+' : ''}${altKey ? 'alt+' : ''}${name}`;
}

/** One that takes letters. */
function isField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio'].includes(target.type);
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}
