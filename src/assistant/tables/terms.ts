import { type Reader, tokensOf } from '../brain/normalise.ts';
import { meaningsIn, oneOf, wordsIn } from '../languages/words.ts';

const MEASURES = meaningsIn(({ tables }) => tables.measures);
const NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\d+(?:[.,]\\d+)*)(?:\\s*(${oneOf(MEASURES.keys())}))?(?![\\p{L}\\p{N}])`,
  'giu',
);
const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$/;
const ENDING = new RegExp(`${oneOf(wordsIn(({ tables }) => tables.endings))}$`);
const SHORTEST = 3;

/** `250 gram` and `250gr` are one term. */
export function termsOf(text: string, reader: Reader): string[] {
  const measured = text.replace(NUMBER, (_, number: string, unit?: string) => {
    const digits = GROUPED.test(number) ? number.replace(/[.,]/g, '') : number.replace(/[.,]/g, 'p');
    return ` ${digits}${unit === undefined ? '' : (MEASURES.get(unit.toLowerCase()) ?? '')} `;
  });
  return tokensOf(measured, reader);
}

export function bare(term: string): string {
  const short = term.replace(ENDING, '');
  return short.length >= SHORTEST ? short : term;
}
