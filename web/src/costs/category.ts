import { defineTexts } from '../texts/define-texts.ts';
import { useTexts } from '../texts/texts.ts';

const categoryTexts = defineTexts({
  en: {
    marketing: 'Marketing',
    utility: 'Utility',
    authentication: 'Authentication',
    service: 'Service',
  },
  id: {
    marketing: 'Pemasaran',
    utility: 'Utilitas',
    authentication: 'Autentikasi',
    service: 'Layanan',
  },
});

const CATEGORIES = ['marketing', 'utility', 'authentication', 'service'] as const;

/** The name of a category, in any case; of others the word of the provider. */
export function useCategory(): (category: string) => string {
  const t = useTexts(categoryTexts);
  return (category) => {
    const known = CATEGORIES.find((each) => each === category.toLowerCase());
    return known ? t(known) : category;
  };
}
