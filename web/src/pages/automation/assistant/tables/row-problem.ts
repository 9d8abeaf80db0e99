import { fieldText } from '../../../../api/problem-text.ts';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';

const KNOWN = [
  ['rowNoName', /^(?:(?<column>.+): )?is required$/],
  ['rowNoNumber', /^(?:(?<column>.+): )?(?<value>.+) is not a number, or can be read in several ways$/],
  ['rowTwice', /^has the same name or key as line (?<line>\d+)$/],
  ['rowMoreCells', /^has more cells than the header/],
  ['rowOpenQuote', /^has a quote that does not end$/],
  ['rowQuote', /^has a quote in the wrong place$/],
] as const;

/** Says in words of people what the API says of a row. What the page does not know stays as it is. */
export function useRowProblem(): (problem: string) => string {
  const [t, language] = [useTexts('assistant.tables'), useLanguage()];
  return (problem) => {
    for (const [text, pattern] of KNOWN) {
      const groups = pattern.exec(problem)?.groups;
      if (!groups && !pattern.test(problem)) continue;
      const { column, ...values } = groups ?? {};
      return column === undefined ? t(text, values) : `${column}: ${t(text, values)}`;
    }
    return fieldText(problem, language);
  };
}
