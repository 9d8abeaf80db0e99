import { useFailure } from '../../failures/use-failure.ts';
import { useTexts } from '../../texts/texts.ts';
import { hasText, type Key } from '../../texts/translate.ts';

const isKnown = (code: string): code is Key<'chat.reasons'> => hasText('chat.reasons', code);

/** A reason in words of people. Codes that the dashboard does not know stay as they are. */
export function useReason(): (code: string) => string {
  const t = useTexts('chat.reasons');
  return (code) => (isKnown(code) ? t(code) : code.replaceAll('_', ' '));
}

/** Why a message failed: more exactly than elsewhere where staff can act on it. */
export function useExactFailure(): (error: { code: string; message: string } | undefined) => string {
  const [t, failure] = [useTexts('chat.reasons'), useFailure()];
  return (error) => {
    if (!error) return t('unknown');
    return isKnown(error.code) ? t(error.code) : failure(error);
  };
}
