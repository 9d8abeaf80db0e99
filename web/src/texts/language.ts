import catalogues from 'virtual:texts';
import { useSyncExternalStore } from 'react';
import { type Area, addTexts, LANGUAGES, type Language } from './translate.ts';

const KEY = 'kurir.language';
const listeners = new Set<() => void>();
const areas = new Set<Area>();
let current = firstLanguage();
/** The language that the user chose last. Its texts may still be loading. */
let chosen = current;
document.documentElement.lang = current;

/** The language of the page, until the user chooses another one. */
export function language(): Language {
  return current;
}

/** Applies to later visits with this browser at once, and to this page as soon as the texts are here. */
export async function setLanguage(next: Language): Promise<void> {
  chosen = next;
  localStorage.setItem(KEY, next);
  await load(next, [...areas]);
  if (chosen !== next) return;
  current = next;
  document.documentElement.lang = next;
  for (const listener of listeners) listener();
}

/** Loads the texts of areas in the language of the page. */
export async function loadTexts(...wanted: Area[]): Promise<void> {
  for (const area of wanted) areas.add(area);
  await Promise.all([...new Set([current, chosen])].map((each) => load(each, wanted)));
}

/** A part of the dashboard that loads later comes with its texts. */
export const withTexts =
  <Module>(area: Area, loadModule: () => Promise<Module>) =>
  async (): Promise<Module> => {
    const [module] = await Promise.all([loadModule(), loadTexts(area)]);
    return module;
  };

async function load(into: Language, wanted: readonly Area[]): Promise<void> {
  await Promise.all(
    wanted.map(async (area) => addTexts(into, area, (await catalogues[into][area]()).default)),
  );
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function firstLanguage(): Language {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages].map((name) => name?.slice(0, 2) ?? '');
  // `in` is the old code of Indonesian.
  const codes = wanted.map((name) => (name === 'in' ? 'id' : name));
  return codes.find((code): code is Language => Object.hasOwn(LANGUAGES, code)) ?? 'en';
}
