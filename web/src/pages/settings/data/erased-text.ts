import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { hasText } from '../../../texts/translate.ts';

/** Counts by kind in one sentence. Kinds that the dashboard does not know stay as they are. */
export function useErasedText(): (erased: Readonly<Record<string, number>>) => string {
  const [t, kind, format] = [useTexts('settings.data'), useTexts('settings.erased'), useFormat()];
  return (erased) => {
    const parts = Object.entries(erased)
      .sort(([, one], [, other]) => other - one)
      .map(([name, count]) => {
        const title = hasText('settings.erased', name) ? kind(name) : name.replaceAll('_', ' ');
        return `${title}: ${format.number(count)}`;
      });
    return parts.length === 0 ? t('nothing') : parts.join(', ');
  };
}
