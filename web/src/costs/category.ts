import { useTexts } from '../texts/texts.ts';
import { hasText } from '../texts/translate.ts';

/** The name of a category, in any case; of others the word of the provider. */
export function useCategory(): (category: string) => string {
  const t = useTexts('shared.categories');
  return (category) => {
    const known = category.toLowerCase();
    return hasText('shared.categories', known) ? t(known) : category;
  };
}
