import { useCategory } from '../costs/category.ts';
import { useTexts } from '../texts/texts.ts';
import { hasText } from '../texts/translate.ts';
import type { Tone } from '../ui/badge.tsx';

export const STATUS_TONES: Readonly<Record<string, Tone>> = {
  approved: 'good',
  rejected: 'bad',
  disabled: 'bad',
  paused: 'warn',
};

/** The words of the provider, in any case. It may have more of them than Kurir. */
export function useTemplateWords(): (given: string) => string {
  const t = useTexts('shared.templateWords');
  const category = useCategory();
  return (given) => {
    const known = given.toLowerCase();
    return hasText('shared.templateWords', known) ? t(known) : category(given);
  };
}
