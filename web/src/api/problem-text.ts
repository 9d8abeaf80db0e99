import { hasText, type Language, translate } from '../texts/translate.ts';
import { asProblem } from './problem.ts';

/** Null until they are loaded: the API's own text has to do meanwhile. */
let knownFieldText: typeof import('./field-kinds.ts').knownFieldText | null = null;

export async function loadFieldKinds(): Promise<void> {
  ({ knownFieldText } = await import('./field-kinds.ts'));
}

/** One sentence for people: the text of the code, else what the gateway says. */
export function problemText(problem: unknown, language: Language): string {
  const { code, message } = asProblem(problem);
  if (hasText('rare.problems', code)) return translate('rare.problems', language, code);
  if (hasText('common.problems', code)) return translate('common.problems', language, code);
  // Things that are gone share one text, if none is their own.
  return code.endsWith('_not_found') ? translate('common.problems', language, 'not_found') : message;
}

/** What is wrong with a field. A text that is not known stays as the gateway wrote it. */
export function fieldText(text: string, language: Language): string {
  return knownFieldText?.(text, language) ?? text;
}
