import { useLanguage } from './language.ts';
import { type Namespace, type Translate, translate } from './translate.ts';

/** Reads the texts in the language of the page. */
export function useTexts<N extends Namespace>(namespace: N): Translate<N> {
  const language = useLanguage();
  return (key, values) => translate(namespace, language, key, values);
}
