import { readFileSync } from 'node:fs';
import compile from 'icu-minify/compile';
import type en from './en.json';
import { type Area, addTexts, LANGUAGES, type Language } from './translate.ts';

/** Every catalogue as people write it. Tests do not load them as the dashboard does. */
export const CATALOGUES: readonly (readonly [Language, typeof en])[] = Object.keys(LANGUAGES).map((code) => {
  const language = code as Language; // the keys of a constant
  return [language, JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8'))];
});

const mapValues = <From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

export function addCatalogues(): void {
  for (const [language, catalogue] of CATALOGUES)
    for (const [area, parts] of Object.entries<Record<string, Record<string, string>>>(catalogue))
      addTexts(
        language,
        area as Area,
        mapValues(parts, (texts) => mapValues(texts, compile)),
      ); // keys of en.json
}

addCatalogues();
