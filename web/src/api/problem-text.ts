import { type Language, translate } from '../texts/define-texts.ts';
import { asProblem } from './problem.ts';
import { problemTexts } from './texts.ts';

/** One sentence for people: the text of the code, else what the gateway says. */
export function problemText(problem: unknown, language: Language): string {
  const { code, message } = asProblem(problem);
  return isKnown(code) ? translate(problemTexts, language, code) : message;
}

const isKnown = (code: string): code is keyof typeof problemTexts.en => Object.hasOwn(problemTexts.en, code);
