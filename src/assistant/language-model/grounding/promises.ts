import { type PromiseKind, perMix } from '../../languages/language.ts';
import { inAllLanguages, patternIn } from '../../languages/words.ts';
import { plain, type Scan } from './fact.ts';

const KINDS = new Set(inAllLanguages(({ proof }) => Object.keys(proof.promises) as PromiseKind[])); // its keys
/** Words of one kind prove each other: `ready` does not prove `sold out`. */
const patternsFor = perMix((mix) =>
  Array.from(KINDS, (kind) => {
    const words = patternIn(({ proof }) => proof.promises[kind] ?? '', mix);
    return [kind, new RegExp(`(?<!\\p{L})${words}(?!\\p{L})`, 'gu')] as const;
  }),
);

/** The words stay: they also say what it is about. */
export function notePromises(scan: Scan): void {
  for (const [key, pattern] of patternsFor(scan.mix)) {
    for (const [text] of scan.rest.matchAll(pattern)) scan.facts.push(plain(text, key));
  }
}

export const isPromise = (key: string): boolean => new Set<string>(KINDS).has(key);

export const isState = (key: string): boolean => key.startsWith('state:');
