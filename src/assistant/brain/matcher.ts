import { cosines, type Postings } from './nearest.ts';
import { upTo } from './random.ts';
import { addLogits, pack, type Softmax } from './softmax.ts';
import type { Vector } from './vocabulary.ts';

/** With more entries, only the nearest are compared. */
export const SHORTLIST = 64;
export const MAX_COMPARED = 256;
const BESIDE_LOGIT = 2;
export const ALONE = 12;

/** By the cosine with questions, and by softmax regression. */
export interface Matcher {
  postings: Postings;
  owners: Uint32Array;
  entries: number;
  /** Null where no entry has two questions. */
  softmax: Softmax | null;
}

export interface Match {
  entry: number;
  question: number;
  cosine: number;
  logit: number;
  strength: number;
}

export interface Allowed {
  entry?: (entry: number) => boolean;
  question?: (question: number) => boolean;
}

/** The strongest first. */
export function matchesOf(matcher: Matcher, vector: Vector, allowed: Allowed = {}): Match[] {
  const { cosine, nearest } = nearestPerEntry(matcher, vector, allowed);
  const compared = shortlist(cosine, nearest);
  const logits = new Float32Array(matcher.entries);
  const cosineWeight = matcher.softmax ? BESIDE_LOGIT : ALONE;
  if (matcher.softmax) addLogits(matcher.softmax, vector, compared, logits);
  const matches = Array.from(compared, (entry) => {
    const own = cosine[entry] ?? 0;
    const logit = logits[entry] ?? 0;
    return {
      entry,
      question: nearest[entry] ?? 0,
      cosine: own,
      logit,
      strength: logit + cosineWeight * own,
    };
  });
  return matches.sort((one, other) => other.strength - one.strength || one.entry - other.entry);
}

/** -1: not allowed. */
function nearestPerEntry(matcher: Matcher, vector: Vector, allowed: Allowed) {
  const { owners, entries, postings } = matcher;
  const all = cosines(postings, vector);
  const cosine = new Float32Array(entries);
  const nearest = new Int32Array(entries).fill(-1);
  for (let question = 0; question < all.length; question += 1) {
    const entry = owners[question] ?? 0;
    const own = all[question] ?? 0;
    if (nearest[entry] !== -1 && own <= (cosine[entry] ?? 0)) continue;
    if (allowed.question?.(question) === false || allowed.entry?.(entry) === false) continue;
    cosine[entry] = own;
    nearest[entry] = question;
  }
  return { cosine, nearest };
}

function shortlist(cosine: Float32Array, nearest: Int32Array): Uint32Array {
  const isAllowed = (entry: number) => nearest[entry] !== -1;
  const allowed = upTo(nearest.length).filter(isAllowed);
  if (allowed.length <= MAX_COMPARED) return allowed;
  const sorted = Float32Array.from(allowed, (entry) => cosine[entry] ?? 0).sort();
  const least = sorted[sorted.length - SHORTLIST] ?? 0;
  return allowed.filter((entry) => (cosine[entry] ?? 0) >= least).subarray(0, MAX_COMPARED);
}

export function packed(matcher: Matcher): Matcher {
  return matcher.softmax ? { ...matcher, softmax: pack(matcher.softmax) } : matcher;
}
