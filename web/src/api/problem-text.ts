import { type Language, translate } from '../texts/define-texts.ts';
import { asProblem } from './problem.ts';
import { problemTexts } from './texts.ts';

/** One sentence for people: the text of the code, else what the gateway says. */
export function problemText(problem: unknown, language: Language): string {
  const { code, message } = asProblem(problem);
  const key = textKeyOf(code);
  return key === undefined ? message : translate(problemTexts, language, key);
}

/** The text that a code has. Things that are gone share one, if none is their own. */
export function textKeyOf(code: string): keyof typeof problemTexts.en | undefined {
  if (isKnown(code)) return code;
  return code.endsWith('_not_found') ? 'not_found' : undefined;
}

const isKnown = (code: string): code is keyof typeof problemTexts.en => Object.hasOwn(problemTexts.en, code);
