import { plainPage } from '../../../platform/lib/http/plain-page.ts';
import type { ReaderLanguage } from '../../../platform/lib/http/reader-language.ts';
import { type Closed, WORDS } from './words.ts';

/** A page that says why the link leads nowhere. */
export function closedPage(language: ReaderLanguage, why: Closed): string {
  const { title, text: lead } = WORDS[language][why];
  return plainPage({ language, title, lead });
}
