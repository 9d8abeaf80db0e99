import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { english } from './en/words.ts';
import { indonesian } from './id/words.ts';
import type { Language, LanguageWords } from './language.ts';

/** Each language of the assistant is a folder here: its words, and word files with the names of the others. */
export const LANGUAGE_WORDS: Readonly<Record<Language, LanguageWords>> = { id: indonesian, en: english };

/** Customers mix languages, so that most lists are read in all of them. */
export const inAllLanguages = <Item>(list: (words: LanguageWords) => Iterable<Item>): Item[] =>
  Object.values(LANGUAGE_WORDS).flatMap((words) => [...list(words)]);

type WordFile =
  | 'asking-words'
  | 'chat-words'
  | 'elsewhere'
  | 'filler-words'
  | 'meanings'
  | 'stop-words'
  | 'topics';

/** Lines of a word file. Empty lines and comments are left out. */
export function readWords(file: WordFile, languages: readonly Language[]): string[] {
  return languages.flatMap((language) =>
    readFileSync(new URL(`${language}/${file}.txt`, import.meta.url), 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
}

/** Lines of the form `name = words`. */
export const readGroups = (file: 'chat-words' | 'meanings' | 'topics', languages: readonly Language[]) =>
  readWords(file, languages).map((line) => {
    const [name = '', words = ''] = line.split(' = ');
    return { name, words: words.split(' ') };
  });

/** Changes with any word of any language. */
export function hashOfWords(): string {
  const folder = new URL('./', import.meta.url);
  const hash = createHash('sha256');
  const files = Object.keys(LANGUAGE_WORDS).flatMap((language) =>
    readdirSync(new URL(`${language}/`, folder)).map((name) => `${language}/${name}`),
  );
  for (const name of files.sort()) hash.update(name).update(readFileSync(new URL(name, folder)));
  return hash.digest('hex').slice(0, 16);
}
