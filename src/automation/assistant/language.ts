import { languageOf } from './brain/language.ts';
import type { Language } from './settings/settings.ts';

/** Of the answer: the one of the customer where the account has it, else the first one of the account. */
export function languageFor(languages: readonly Language[], said: string | null): Language {
  const spoken = said === null ? null : languageOf(said);
  const [first = 'id'] = languages;
  return spoken !== null && languages.includes(spoken) ? spoken : first;
}
