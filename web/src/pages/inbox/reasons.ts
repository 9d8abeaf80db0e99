import { useTexts } from '../../texts/texts.ts';
import { reasonTexts } from './reasons/texts.ts';

const isKnown = (code: string): code is keyof typeof reasonTexts.en => Object.hasOwn(reasonTexts.en, code);

/** A reason in words of people. Codes that the dashboard does not know stay as they are. */
export function useReason(): (code: string) => string {
  const t = useTexts(reasonTexts);
  return (code) => (isKnown(code) ? t(code) : code.replaceAll('_', ' '));
}

/** Why a message failed. */
export function useFailure(): (error: { code: string; message: string } | undefined) => string {
  const t = useTexts(reasonTexts);
  return (error) => {
    if (!error) return t('unknown');
    return isKnown(error.code) ? t(error.code) : error.message;
  };
}
