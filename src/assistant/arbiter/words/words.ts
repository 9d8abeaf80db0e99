import { LANGUAGES, type Language } from '../../brain/languages/language.ts';
import { en } from './en.ts';
import { id } from './id.ts';
import type { LanguageWords } from './language-words.ts';

export const WORDS: Readonly<Record<Language, LanguageWords>> = { id, en };

/** Customers mix languages, so the words of all count. */
export const listOf = (list: 'person' | 'exit' | 'otherQuestions'): string[] =>
  LANGUAGES.flatMap((language) => WORDS[language][list]);

export const setOf = (words: 'asking' | 'greetings' | 'beside'): ReadonlySet<string> =>
  new Set(LANGUAGES.flatMap((language) => WORDS[language][words].split(' ')));
