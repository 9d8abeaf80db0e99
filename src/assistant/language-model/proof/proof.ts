import { languageOf } from '../../languages/spoken.ts';
import type { LanguageModelFailure, Source } from '../ask.ts';
import type { Fact } from '../grounding/fact.ts';
import { readFacts, unproven } from '../grounding/grounding.ts';
import { isPromise, isState } from '../grounding/promises.ts';
import { type Clause, claimsOf, sentencesOf } from './clauses.ts';
import { type Evidence, evidenceOf, type LocalReader, type Place, stemsOf } from './evidence.ts';
import { inventedNames } from './names.ts';
import { withoutCourtesy } from './self-talk.ts';

export interface Problem {
  reason: Extract<LanguageModelFailure, 'ungrounded' | 'off_topic' | 'contradicts'>;
  /** For staff. */
  detail: string | null;
}

/** Of a clause. Beside a number all words must be shared. */
const MIN_SHARE = 2 / 3;
/** Names, and words with a known meaning. */
const MIN_SHARE_OF_TRANSLATION = 0.5;

/** Of the word files. */
const PRICE = '=price';

/** Null: it may be said. A fact needs one place of a source with its words. A denial needs a denial. */
export function disprove(
  answer: string,
  sources: readonly Pick<Source, 'title' | 'text'>[],
  reader: LocalReader,
): Problem | null {
  const names = inventedNames(answer, sources, reader);
  if (names.length > 0) return { reason: 'ungrounded', detail: names.join('; ') };
  const proofs = { ...evidenceOf(sources, reader), isTranslated: isTranslated(answer, sources) };
  let proven = 0;
  for (const sentence of sentencesOf(withoutCourtesy(answer, reader.mix), reader.mix)) {
    const judged = judgeSentence(sentence, proofs, reader);
    if ('reason' in judged) return judged;
    proven += judged.proven;
  }
  // `Yes` alone says what the question says.
  return proven === 0 ? { reason: 'off_topic', detail: null } : null;
}

type Proofs = Evidence & { isTranslated: boolean };

/** All sources are in another language. */
function isTranslated(answer: string, sources: readonly Pick<Source, 'title' | 'text'>[]): boolean {
  const language = languageOf(answer);
  const same = [language, null];
  return (
    language !== null &&
    !sources.some(({ title, text }) => same.includes(languageOf(`${title ?? ''} ${text}`)))
  );
}

function judgeSentence(
  sentence: string,
  evidence: Proofs,
  reader: LocalReader,
): Problem | { proven: number } {
  const claims = claimsOf(sentence, reader.mix).map((clause) => readClaim(clause, reader));
  for (const claim of claims) {
    const missing = missingFacts(claim, evidence);
    if (missing !== null) return { reason: 'ungrounded', detail: missing || claim.text };
  }
  const strange = claims.find((claim) => isStrange(claim, evidence));
  if (strange) return { reason: 'off_topic', detail: strange.text };
  const words = new Set(claims.flatMap(({ words: own }) => [...own]));
  const known = [...words].filter((stem) => evidence.uses.has(stem));
  const denied = claims.find((claim) => [...claim.stems].some((stem) => contradicts(stem, claim, evidence)));
  if (denied) return { reason: 'contradicts', detail: denied.text };
  return { proven: known.length + claims.reduce((sum, { facts }) => sum + facts.length, 0) };
}

/** An insult beside a price, or a price in words that no check reads. */
function isStrange({ words, facts }: Claim, { uses, isTranslated }: Proofs): boolean {
  const known = [...words].filter((stem) => stem === PRICE || uses.has(stem)).length;
  const hasNumber = facts.some(({ offers }) => offers.some(isNumber));
  const isExact = isTranslated ? words.has(PRICE) && !hasNumber : words.has(PRICE) || hasNumber;
  return known < words.size * (isExact ? 1 : isTranslated ? MIN_SHARE_OF_TRANSLATION : MIN_SHARE);
}

const isNumber = (key: string) => /^(?:any|per|time):/.test(key);

interface Claim extends Clause {
  facts: readonly Fact[];
  stems: ReadonlySet<string>;
  /** Not of facts. */
  words: ReadonlySet<string>;
}

function readClaim(clause: Clause, reader: LocalReader): Claim {
  const { facts: all, rest } = readFacts(clause.text, reader);
  const isOf = (fact: Fact, kind: (key: string) => boolean) => fact.accepts.some(kind);
  // `Not available` is no state.
  const facts = all.filter((fact) => !clause.isNegative || !isOf(fact, isState));
  const promised = stemsOf(all.flatMap((fact) => (isOf(fact, isPromise) ? fact.text : [])).join(' '), reader);
  const stems = stemsOf(rest, reader);
  return { ...clause, facts, stems, words: new Set([...stems].filter((stem) => !promised.has(stem))) };
}

/** One place proves all facts. Null: none is missing. Empty: each is said of something else. */
function missingFacts({ facts, stems }: Claim, { places, uses }: Evidence): string | null {
  if (facts.length === 0) return null;
  const about = new Set([...stems].filter((stem) => uses.has(stem)));
  const kinds = new Set(facts.flatMap(({ accepts }) => accepts.map(kindOf)));
  const rivals = places.filter(({ offers }) => [...offers].some((key) => kinds.has(kindOf(key))));
  const nearest = Math.max(0, ...rivals.map((place) => shared(place, about)));
  const near = rivals.filter((place) => shared(place, about) === nearest);
  if (near.some(({ offers }) => unproven(facts, offers).length === 0)) return null;
  return unproven(facts, new Set(places.flatMap(({ offers }) => [...offers]))).join('; ');
}

const shared = ({ stems }: Place, about: ReadonlySet<string>) =>
  [...about].filter((stem) => stems.has(stem)).length;

/** A number without a unit can be anything. */
const kindOf = (key: string) => key.slice(0, key.indexOf(':'));

function contradicts(stem: string, { isNegative }: Clause, { uses }: Evidence): boolean {
  const use = uses.get(stem);
  return use !== undefined && !(isNegative ? use.denied : use.affirmed);
}
