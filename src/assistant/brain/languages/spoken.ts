import { LANGUAGES, type Language } from './language.ts';
import { LANGUAGE_WORDS } from './words.ts';

/** The language with more frequent words in the text. Null when two have the same number. */
export function languageOf(text: string): Language | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  let found: Language | null = null;
  let most = 0;
  for (const language of LANGUAGES) {
    const { marks } = LANGUAGE_WORDS[language];
    const count = words.reduce((sum, word) => sum + (marks.has(word) ? 1 : 0), 0);
    if (count === most) found = null;
    else if (count > most) [found, most] = [language, count];
  }
  return found;
}
