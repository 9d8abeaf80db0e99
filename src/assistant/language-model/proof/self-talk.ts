import { inAllLanguages, oneOf, patternIn, wholeWord, wordsIn } from '../../languages/words.ts';
import { normalForm } from '../grounding/normal-form.ts';

const COURTESIES = inAllLanguages(({ proof }) => proof.courtesies).map((phrase) => wholeWord(phrase, 'gu'));

const PEOPLE = oneOf(wordsIn(({ proof }) => proof.people));
const WILL = patternIn(({ proof }) => proof.will);
const REPLIES = patternIn(({ proof }) => proof.replies);
const PLEASE = oneOf(wordsIn(({ proof }) => proof.please));
const WAIT = oneOf(wordsIn(({ proof }) => proof.wait));
/** Only the server hands over. A text that says so leaves the customer waiting. */
const HAND_OVER = [
  ...inAllLanguages(({ proof }) => proof.handOver).map((phrase) => phrase.replaceAll('{people}', PEOPLE)),
  `${PEOPLE}(?: \\p{L}+){0,3} ${WILL}(?: \\p{L}+){0,2} ${REPLIES}`,
  `${PLEASE} ${WAIT}`,
].map((phrase) => new RegExp(`(?<!\\p{L})(?:${phrase})`, 'u'));

const MYSELF = wholeWord(oneOf(wordsIn(({ proof }) => proof.myself)));

export function withoutCourtesy(text: string): string {
  return COURTESIES.reduce((rest, phrase) => rest.replace(phrase, ' '), normalForm(text));
}

/** And no source does. */
export function promisesPerson(text: string, sources: string): boolean {
  const known = normalForm(sources);
  return HAND_OVER.some((phrase) => phrase.test(withoutCourtesy(text)) && !phrase.test(known));
}

/** It has done nothing and will do nothing. */
export function speaksOfItself(text: string, sources: string): boolean {
  return MYSELF.test(withoutCourtesy(text)) && !MYSELF.test(normalForm(sources));
}
