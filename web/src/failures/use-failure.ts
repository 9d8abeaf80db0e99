import { useTexts } from '../texts/texts.ts';
import { failureKeyOf } from './codes.ts';

interface Failure {
  code: string;
  message: string;
}

/** Why a message failed. Of other codes, the network's own text says what happened. */
export function useFailure(): (error: Failure | null | undefined) => string {
  const t = useTexts('shared.failures');
  return (error) => {
    if (!error) return '';
    const key = failureKeyOf(error.code);
    return key === 'other' && error.message ? error.message : t(key, { code: error.code });
  };
}
