import type { PromiseKind } from '../../languages/language.ts';
import { inAllLanguages, patternIn } from '../../languages/words.ts';
import { plain, type Scan } from './fact.ts';

const KINDS = new Set(inAllLanguages(({ proof }) => Object.keys(proof.promises) as PromiseKind[])); // its keys
/**
 * Words that bind the business or say how things are. Words of one key prove each other, and no other word of the same
 * meaning does: `ready` and `sold out` are both about stock.
 */
const PATTERNS = new Map<string, RegExp>(
  Array.from(KINDS, (kind) => [
    kind,
    new RegExp(`(?<!\\p{L})${patternIn(({ proof }) => proof.promises[kind] ?? '')}(?!\\p{L})`, 'gu'),
  ]),
);

/** The words stay, because they also tell what the text is about. */
export function notePromises(scan: Scan): void {
  for (const [key, pattern] of PATTERNS) {
    for (const [text] of scan.rest.matchAll(pattern)) scan.facts.push(plain(text, key));
  }
}

/** Words that the text keeps. */
export const isPromise = (key: string): boolean => PATTERNS.has(key);

export const isState = (key: string): boolean => key.startsWith('state:');
