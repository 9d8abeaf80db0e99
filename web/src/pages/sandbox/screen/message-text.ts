import { useTexts } from '../../../texts/texts.ts';
import { hasText, type Key } from '../../../texts/translate.ts';
import type { PhoneMessage } from '../queries.ts';

/** One line for a message: its text, else what it is. */
export function useMessageText(): (message: PhoneMessage) => string {
  const t = useTexts('sandbox.screen');
  return ({ text, type, is_deleted }) => {
    if (is_deleted) return t('deleted');
    if (text) return text;
    const key = `type_${type}`;
    return isKey(key) ? t(key) : t('type_other', { type });
  };
}

const isKey = (key: string): key is Key<'sandbox.screen'> => hasText('sandbox.screen', key);
