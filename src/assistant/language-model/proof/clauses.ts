import { type Language, perMix } from '../../languages/language.ts';
import { oneOf, patternIn, wholeWord, wordsIn } from '../../languages/words.ts';
import { normalForm } from '../grounding/normal-form.ts';

/** It says one thing, or denies it. */
export interface Clause {
  text: string;
  isNegative: boolean;
}

type Mix = readonly Language[];

const wordsFor = perMix((mix) => {
  const abbreviations = patternIn(({ proof }) => proof.abbreviations, mix);
  const contrast = `${oneOf(wordsIn(({ proof }) => proof.contrasts, mix))}(?!\\p{L})`;
  const joins = oneOf(wordsIn(({ facts: { and, or } }) => `${and} ${or}`, mix));
  return {
    sentenceEnd: new RegExp(`(?<=[.!?…])(?<!(?<!\\p{L})${abbreviations}\\.)\\s+|[\\n;•|]+`, 'u'),
    contrasts: new RegExp(`[,\\s]+(?=${contrast})`, 'u'),
    startsWithContrast: new RegExp(`^${contrast}`, 'u'),
    parts: new RegExp(`[,:]\\s+|\\s+${joins}\\s+`, 'u'),
    negation: wholeWord(patternIn(({ proof }) => proof.negations, mix)),
  };
});

export const isNegative = (text: string, mix: Mix): boolean => wordsFor(mix).negation.test(text);

/** In the normal form. */
export function sentencesOf(text: string, mix: Mix): string[] {
  return normalForm(text)
    .split(wordsFor(mix).sentenceEnd)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Of a source: a negation counts for its whole clause. */
export function clausesOf(sentence: string, mix: Mix): Clause[] {
  const clauses = sentence.split(wordsFor(mix).contrasts);
  return clauses.map((text) => ({ text, isNegative: isNegative(text, mix) }));
}

/** Of an answer: a negation counts until the next contrast. */
export function claimsOf(sentence: string, mix: Mix): Clause[] {
  return sentence.split(wordsFor(mix).contrasts).flatMap((clause) => {
    let denied = false;
    return partsOf(clause, mix).map((text) => {
      denied ||= isNegative(text, mix);
      return { text, isNegative: denied };
    });
  });
}

export function partsOf(clause: string, mix: Mix): string[] {
  const { parts, startsWithContrast } = wordsFor(mix);
  const text = clause.replace(startsWithContrast, (word) => (isNegative(word, mix) ? word : ''));
  return text.split(parts).filter((part) => /[\p{L}\p{N}]/u.test(part));
}
