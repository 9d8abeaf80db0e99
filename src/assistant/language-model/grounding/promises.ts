import type { PromiseKind } from '../../languages/language.ts';
import { inAllLanguages, patternIn } from '../../languages/words.ts';
import { plain, type Scan } from './fact.ts';

const KINDS = new Set(inAllLanguages(({ proof }) => Object.keys(proof.promises) as PromiseKind[])); // its keys
/** Words of one kind prove each other: `ready` does not prove `sold out`. */
const PATTERNS = new Map<string, RegExp>(
  Array.from(KINDS, (kind) => [
    kind,
    new RegExp(`(?<!\\p{L})${patternIn(({ proof }) => proof.promises[kind] ?? '')}(?!\\p{L})`, 'gu'),
  ]),
);

/** The words stay: they also say what it is about. */
export function notePromises(scan: Scan): void {
  for (const [key, pattern] of PATTERNS) {
    for (const [text] of scan.rest.matchAll(pattern)) scan.facts.push(plain(text, key));
  }
}

export const isPromise = (key: string): boolean => PATTERNS.has(key);

export const isState = (key: string): boolean => key.startsWith('state:');
