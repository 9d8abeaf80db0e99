import { useTexts } from '../../texts/texts.ts';
import { hasText, type Key } from '../../texts/translate.ts';

const isKnown = (code: string): code is Key<'chat.reasons'> => hasText('chat.reasons', code);

/** A reason in words of people. Codes that the dashboard does not know stay as they are. */
export function useReason(): (code: string) => string {
  const t = useTexts('chat.reasons');
  return (code) => (isKnown(code) ? t(code) : code.replaceAll('_', ' '));
}

/** Why a message failed. */
export function useFailure(): (error: { code: string; message: string } | undefined) => string {
  const t = useTexts('chat.reasons');
  return (error) => {
    if (!error) return t('unknown');
    return isKnown(error.code) ? t(error.code) : error.message;
  };
}
