import { oneOf, patternIn, wholeWord, wordsIn } from '../../languages/words.ts';
import { normalForm } from '../grounding/normal-form.ts';

/** It says one thing, or denies it. */
export interface Clause {
  text: string;
  isNegative: boolean;
}

const ABBREVIATIONS = patternIn(({ proof }) => proof.abbreviations);
const SENTENCE_END = new RegExp(`(?<=[.!?…])(?<!(?<!\\p{L})${ABBREVIATIONS}\\.)\\s+|[\\n;•|]+`, 'u');
const CONTRAST = `${oneOf(wordsIn(({ proof }) => proof.contrasts))}(?!\\p{L})`;
const CONTRASTS = new RegExp(`[,\\s]+(?=${CONTRAST})`, 'u');
const STARTS_WITH_CONTRAST = new RegExp(`^${CONTRAST}`, 'u');
const JOINS = oneOf(wordsIn(({ facts: { and, or } }) => `${and} ${or}`));
const PARTS = new RegExp(`[,:]\\s+|\\s+${JOINS}\\s+`, 'u');
const NEGATION = wholeWord(patternIn(({ proof }) => proof.negations));

export const isNegative = (text: string): boolean => NEGATION.test(text);

/** In the normal form. */
export function sentencesOf(text: string): string[] {
  return normalForm(text)
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Of a source: a negation counts for its whole clause. */
export function clausesOf(sentence: string): Clause[] {
  return sentence.split(CONTRASTS).map((text) => ({ text, isNegative: isNegative(text) }));
}

/** Of an answer: a negation counts until the next contrast. */
export function claimsOf(sentence: string): Clause[] {
  return sentence.split(CONTRASTS).flatMap((clause) => {
    let denied = false;
    return partsOf(clause).map((text) => {
      denied ||= isNegative(text);
      return { text, isNegative: denied };
    });
  });
}

export function partsOf(clause: string): string[] {
  const text = clause.replace(STARTS_WITH_CONTRAST, (word) => (isNegative(word) ? word : ''));
  return text.split(PARTS).filter((part) => /[\p{L}\p{N}]/u.test(part));
}
