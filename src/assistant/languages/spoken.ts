import { LANGUAGES, type Language } from './language.ts';
import { LANGUAGE_WORDS } from './words.ts';

const SIGNS = LANGUAGES.map((language) => {
  const { letters, reading } = LANGUAGE_WORDS[language];
  // As they are written: `más` is no `mas`.
  return {
    language,
    marks: new Set(reading.marks.split(/\s+/)),
    letters: new RegExp(letters || '(?!)', 'gu'),
  };
});

/** The most frequent words. Null: two languages have the same number. */
export function languageOf(text: string): Language | null {
  const lower = text.normalize('NFC').toLowerCase();
  const words = lower.match(/\p{L}+/gu) ?? [];
  let found: Language | null = null;
  let most = 0;
  for (const { language, marks, letters } of SIGNS) {
    const known = words.filter((word) => marks.has(word)).length;
    const count = known + (lower.match(letters)?.length ?? 0);
    if (count === most) found = null;
    else if (count > most) [found, most] = [language, count];
  }
  return found;
}

/** As the text says, else as earlier ones did. Null: not known. */
export function spokenIn(text: string | null, earlier: Language | null): Language | null {
  return (text === null ? null : languageOf(text)) ?? earlier;
}

/** Of an account that has chosen none. */
export function languagesOf(countryCode: string): Language[] {
  const own = LANGUAGES.find((each) => LANGUAGE_WORDS[each].countries.split(' ').includes(countryCode));
  return own === undefined || own === 'id' ? ['id', 'en'] : [own];
}

/** The customer's where the account has it, else the account's first one. */
export function languageFor(languages: readonly Language[], spoken: Language | null): Language {
  const [first = LANGUAGES[0]] = languages;
  return spoken !== null && languages.includes(spoken) ? spoken : first;
}
