import { useTexts } from '../texts/texts.ts';
import { hasText } from '../texts/translate.ts';
import { failureKeyOf } from './codes.ts';

interface Failure {
  code: string;
  message: string;
}

/** Why a message failed. Of other codes, the network's own text says what happened. */
export function useFailure(): (error: Failure | null | undefined) => string {
  const t = useTexts('rare.failures');
  return (error) => {
    if (!error) return '';
    const key = failureKeyOf(error.code);
    // The texts come after the page.
    const isKnown = key !== 'other' && hasText('rare.failures', key);
    return isKnown || !error.message ? t(key, { code: error.code }) : error.message;
  };
}
