import { LANGUAGES, type Language } from './language.ts';
import { LANGUAGE_WORDS, splitWords } from './words.ts';

const MARKS = LANGUAGES.map(
  (language) => [language, new Set(splitWords(LANGUAGE_WORDS[language].reading.marks))] as const,
);

/** The language with more frequent words in the text. Null when two have the same number. */
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

/** Of the customer: as the text says, else as earlier texts of the chat said. Null: not known. */
export function spokenIn(text: string | null, earlier: Language | null): Language | null {
  return (text === null ? null : languageOf(text)) ?? earlier;
}

/** Of the answer: the one of the customer where the account has it, else the first one of the account. */
export function languageFor(languages: readonly Language[], spoken: Language | null): Language {
  const [first = LANGUAGES[0]] = languages;
  return spoken !== null && languages.includes(spoken) ? spoken : first;
}
