import { type Texts, type Translate, translate } from './define-texts.ts';
import { useLanguage } from './language.ts';

/** Reads the texts in the language of the page. */
export function useTexts<Key extends string>(texts: Texts<Key>): Translate<Key> {
  const language = useLanguage();
  return (key, values) => translate(texts, language, key, values);
}
