import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { en } from './en/words.ts';
import { id } from './id/words.ts';
import { LANGUAGES, type Language, type LanguageWords, type Texts, type Tone } from './language.ts';

/** The only list: everything else asks it. */
export const LANGUAGE_WORDS: Readonly<Record<Language, LanguageWords>> = { id, en };

export const textsOf = (language: Language, tone: Tone): Texts => LANGUAGE_WORDS[language].texts[tone];

type Of<Value> = (words: LanguageWords) => Value;

export const inAllLanguages = <Item>(pick: Of<Iterable<Item>>): Item[] =>
  LANGUAGES.flatMap((language) => [...pick(LANGUAGE_WORDS[language])]);

export const splitWords = (words: string): string[] => words.split(/\s+/).filter((word) => word !== '');
export const splitPhrases = (phrases: string): string[] =>
  phrases.split(/,\s*/).filter((phrase) => phrase !== '');

export const wordsIn = (pick: Of<string>): string[] => inAllLanguages((words) => splitWords(pick(words)));
export const setOf = (pick: Of<string>): ReadonlySet<string> => new Set(wordsIn(pick));
export const phrasesIn = (pick: Of<string>): string[] => inAllLanguages((words) => splitPhrases(pick(words)));

export const patternIn = (pick: Of<string>): string =>
  `(?:${LANGUAGES.flatMap((language) => pick(LANGUAGE_WORDS[language]) || []).join('|')})`;

/** The longest first: a pattern takes the first that fits. */
export const oneOf = (texts: Iterable<string>): string =>
  `(?:${[...new Set(texts)]
    .sort((one, other) => other.length - one.length)
    .map((text) => text.replace(/[.$/]/g, '\\$&'))
    .join('|')})`;

/** Not within other words. */
export const wholeWord = (pattern: string, flags = 'u'): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, flags);

/** Of `ribu=3`. */
export const valuesIn = (pick: Of<string>): ReadonlyMap<string, number> =>
  new Map(
    wordsIn(pick).map((each) => {
      const [word = '', value] = each.split('=');
      return [word, Number(value)];
    }),
  );

/** By each word of `{ week: 'week weeks' }`. */
export const meaningsIn = <Name extends string>(
  pick: Of<Readonly<Partial<Record<Name, string>>>>,
  split = splitWords,
): ReadonlyMap<string, Name> =>
  new Map(
    inAllLanguages((words) =>
      // The keys of the record.
      (Object.entries(pick(words)) as [Name, string][]).flatMap(([name, texts]) =>
        split(texts).map((text) => [text, name] as const),
      ),
    ),
  );

/** From 1, of `january jan, february feb`. */
export const placesIn = (pick: Of<string>): ReadonlyMap<string, number> =>
  new Map(
    inAllLanguages((words) =>
      splitPhrases(pick(words)).flatMap((names, at) =>
        splitWords(names).map((name) => [name, at + 1] as const),
      ),
    ),
  );

/** `{name}` becomes the value of the name. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (written, name: string) => values[name] ?? written);

type WordFile =
  | 'asking-words'
  | 'chat-words'
  | 'elsewhere'
  | 'filler-words'
  | 'meanings'
  | 'stop-words'
  | 'topics';

/** Without empty lines and comments. */
export function readWords(file: WordFile, languages: readonly Language[]): string[] {
  return languages.flatMap((language) =>
    readFileSync(new URL(`${language}/${file}.txt`, import.meta.url), 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
}

/** `name = words`. */
export const readGroups = (file: 'chat-words' | 'meanings' | 'topics', languages: readonly Language[]) =>
  readWords(file, languages).map((line) => {
    const [name = '', words = ''] = line.split(' = ');
    return { name, words: words.split(' ') };
  });

/** Changes with each word by which models learn. */
export function hashOfWords(): string {
  const hash = createHash('sha256');
  for (const language of [...LANGUAGES].sort()) {
    hash.update(language).update(JSON.stringify(LANGUAGE_WORDS[language].reading));
    const folder = new URL(`${language}/`, import.meta.url);
    const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
    for (const name of files.sort()) hash.update(name).update(readFileSync(new URL(name, folder)));
  }
  return hash.digest('hex').slice(0, 16);
}
