import { asProblem } from '../api/problem.ts';
import { problemText } from '../api/problem-text.ts';
import { useLanguage } from '../texts/language.ts';
import { useTexts } from '../texts/texts.ts';

interface Refusal {
  text: string;
  /** Any file can be a document, also one that phones cannot show. */
  asDocument: boolean;
}

/** Why the gateway did not take a file of this type, such as `image/png`. */
export function useRefusal(type: string, problem: unknown): Refusal {
  const [t, language] = [useTexts('shared.files'), useLanguage()];
  const { code, fields } = asProblem(problem);
  const [isLarge, isOther] = [code === 'payload_too_large', code === 'unsupported_media_type'];
  const own = (isLarge && t('tooLarge')) || (isOther && t('notItsType'));
  return {
    text: own || problemText(problem, language),
    asDocument: /^(image|video|audio)\//.test(type) && (isLarge || isOther || fields.file !== undefined),
  };
}
