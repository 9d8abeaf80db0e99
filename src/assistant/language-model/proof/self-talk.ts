import { type Language, perMix } from '../../languages/language.ts';
import { inAllLanguages, oneOf, patternIn, wholeWord, wordsIn } from '../../languages/words.ts';
import { normalForm } from '../grounding/normal-form.ts';

type Mix = readonly Language[];

const wordsFor = perMix((mix) => {
  const people = oneOf(wordsIn(({ proof }) => proof.people, mix));
  const will = patternIn(({ proof }) => proof.will, mix);
  const replies = patternIn(({ proof }) => proof.replies, mix);
  const please = oneOf(wordsIn(({ proof }) => proof.please, mix));
  const wait = oneOf(wordsIn(({ proof }) => proof.wait, mix));
  /** Only the server hands over. A text that says so leaves the customer waiting. */
  const handOver = [
    ...inAllLanguages(({ proof }) => proof.handOver, mix).map((each) => each.replaceAll('{people}', people)),
    `${people}(?: \\p{L}+){0,3} ${will}(?: \\p{L}+){0,2} ${replies}`,
    `${please} ${wait}`,
  ];
  return {
    courtesies: inAllLanguages(({ proof }) => proof.courtesies, mix).map((each) => wholeWord(each, 'gu')),
    handOver: handOver.map((phrase) => new RegExp(`(?<!\\p{L})(?:${phrase})`, 'u')),
    myself: wholeWord(oneOf(wordsIn(({ proof }) => proof.myself, mix))),
  };
});

export function withoutCourtesy(text: string, mix: Mix): string {
  return wordsFor(mix).courtesies.reduce((rest, phrase) => rest.replace(phrase, ' '), normalForm(text));
}

/** And no source does. */
export function promisesPerson(text: string, sources: string, mix: Mix): boolean {
  const known = normalForm(sources);
  const said = withoutCourtesy(text, mix);
  return wordsFor(mix).handOver.some((phrase) => phrase.test(said) && !phrase.test(known));
}

/** It has done nothing and will do nothing. */
export function speaksOfItself(text: string, sources: string, mix: Mix): boolean {
  const { myself } = wordsFor(mix);
  return myself.test(withoutCourtesy(text, mix)) && !myself.test(normalForm(sources));
}
