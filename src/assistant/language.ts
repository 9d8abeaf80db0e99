import type { Language } from './brain/languages/language.ts';
import { languageOf } from './brain/languages/spoken.ts';

/** Of the customer: as the text says, else as earlier texts of the chat said. Null: not known. */
export function spokenIn(text: string | null, earlier: Language | null): Language | null {
  return (text === null ? null : languageOf(text)) ?? earlier;
}

/** Of the answer: the one of the customer where the account has it, else the first one of the account. */
export function languageFor(languages: readonly Language[], spoken: Language | null): Language {
  const [first = 'id'] = languages;
  return spoken !== null && languages.includes(spoken) ? spoken : first;
}
