import compile from 'icu-minify/compile';
import en from './en.json' with { type: 'json' };
import id from './id.json' with { type: 'json' };
import { type Area, addTexts, type Language } from './translate.ts';

/** Every catalogue as people write it. Tests do not load them as the dashboard does. */
export const CATALOGUES = { en, id } satisfies Record<Language, Readonly<Record<Area, object>>>;

const mapValues = <From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

function parsed(parts: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  return mapValues(parts, (texts) => mapValues(texts, compile));
}

for (const [language, catalogue] of Object.entries(CATALOGUES))
  for (const [area, parts] of Object.entries(catalogue))
    addTexts(language as Language, area as Area, parsed(parts)); // the keys of a constant
