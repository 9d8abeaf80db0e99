import { LANGUAGES, type Language } from './language.ts';
import { LANGUAGE_WORDS, splitWords } from './words.ts';

const MARKS = LANGUAGES.map(
  (language) => [language, new Set(splitWords(LANGUAGE_WORDS[language].reading.marks))] as const,
);

/** The most frequent words. Null: two languages have the same number. */
export function languageOf(text: string): Language | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  let found: Language | null = null;
  let most = 0;
  for (const [language, marks] of MARKS) {
    const count = words.reduce((sum, word) => sum + (marks.has(word) ? 1 : 0), 0);
    if (count === most) found = null;
    else if (count > most) [found, most] = [language, count];
  }
  return found;
}

/** As the text says, else as earlier ones did. Null: not known. */
export function spokenIn(text: string | null, earlier: Language | null): Language | null {
  return (text === null ? null : languageOf(text)) ?? earlier;
}

/** The customer's where the account has it, else the account's first one. */
export function languageFor(languages: readonly Language[], spoken: Language | null): Language {
  const [first = LANGUAGES[0]] = languages;
  return spoken !== null && languages.includes(spoken) ? spoken : first;
}
