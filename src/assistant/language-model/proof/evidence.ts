import { type Reader, tokensOf } from '../../brain/normalise.ts';
import { stemOf } from '../../brain/stems.ts';
import { perMix } from '../../languages/language.ts';
import { oneOf, phrasesIn, setOf, wholeWord, wordsIn } from '../../languages/words.ts';
import type { Source } from '../ask.ts';
import { offersOf, readFacts } from '../grounding/grounding.ts';
import { isState } from '../grounding/promises.ts';
import { unitAfter } from '../grounding/units.ts';
import { type Clause, clausesOf, isNegative, partsOf, sentencesOf } from './clauses.ts';

/** With the country of its phone numbers. */
export interface LocalReader extends Reader {
  countryCode: string;
}

export interface Place {
  /** Of facts. */
  offers: ReadonlySet<string>;
  /** Without words, those before it: `250 g Rp25.000, 1 kg Rp90.000`. */
  stems: ReadonlySet<string>;
}

export interface Evidence {
  places: readonly Place[];
  uses: ReadonlyMap<string, { affirmed: boolean; denied: boolean }>;
}

const wordsFor = perMix((mix) => ({
  yesOrNo: wholeWord(oneOf(wordsIn(({ proof }) => proof.yesOrNo, mix))),
  openQuestion: wholeWord(oneOf(phrasesIn(({ proof }) => proof.asking, mix))),
  restriction: wholeWord(oneOf(wordsIn(({ proof }) => proof.restrictions, mix))),
  frame: setOf(({ proof }) => proof.frame, mix),
  nounEnding: new RegExp(`(?<=\\p{L}{3})${oneOf(wordsIn(({ reading }) => reading.nounEndings, mix))}$`, 'u'),
}));

export function evidenceOf(
  sources: readonly Pick<Source, 'title' | 'text'>[],
  reader: LocalReader,
): Evidence {
  const read = sources.map((source) => readSource(source, reader));
  const uses = new Map<string, { affirmed: boolean; denied: boolean }>();
  for (const [stem, use] of read.flatMap((each) => each.uses)) {
    const known = uses.get(stem) ?? { affirmed: false, denied: false };
    uses.set(stem, { affirmed: known.affirmed || use.affirmed, denied: known.denied || use.denied });
  }
  return { places: read.flatMap(({ places }) => places), uses };
}

type Use = readonly [stem: string, use: { affirmed: boolean; denied: boolean }];

function readSource(
  { title, text }: Pick<Source, 'title' | 'text'>,
  reader: LocalReader,
): { places: Place[]; uses: Use[] } {
  const clauses = sentencesOf(text, reader.mix).flatMap((each) => clausesOf(each, reader.mix));
  const said = clauses.map((clause) => ({ ...clause, ...readPlace(clause.text, reader) }));
  const uses = said.flatMap(({ stems, isNegative: denied }) =>
    [...stems].map((stem): Use => [stem, { affirmed: !denied, denied }]),
  );
  const topic = readTopic(title ?? '', clauses, reader);
  const own = new Set(uses.map(([stem]) => stem));
  const ofTopic = [...topic.stems].filter((stem) => !own.has(stem)).map((stem): Use => [stem, topic.use]);
  let before = topic.stems;
  const places = said
    .flatMap((clause) => placesOf(clause, reader))
    .map(({ offers, stems }): Place => {
      if (stems.size > 0) before = stems;
      return { offers: withTopic(offers, topic.offers), stems: before };
    });
  return { places, uses: [...uses, ...ofTopic] };
}

/** Several prices belong to the words beside them. */
function placesOf(clause: Clause & Place, reader: LocalReader): Place[] {
  const prices = [...clause.offers].filter((key) => key.startsWith('money-'));
  return prices.length < 2
    ? [clause]
    : partsOf(clause.text, reader.mix).map((part) => readPlace(part, reader));
}

function readTopic(title: string, clauses: readonly Clause[], reader: LocalReader) {
  const { yesOrNo, openQuestion, restriction } = wordsFor(reader.mix);
  const normal = sentencesOf(title, reader.mix).join(' ');
  const isDecided = yesOrNo.test(normal) && !openQuestion.test(normal);
  const denied = clauses.some(({ text, isNegative: no }) => no || restriction.test(text));
  const use = isDecided
    ? { affirmed: !denied, denied }
    : { affirmed: !isNegative(normal, reader.mix), denied: true };
  const { offers, stems } = readPlace(title, reader);
  const kept = isDecided ? [...offers].filter((key) => !isState(key)) : offers;
  return { use, stems, offers: new Set(kept) };
}

/** Of two states, the text knows better than its title. */
function withTopic(own: ReadonlySet<string>, topic: ReadonlySet<string>): ReadonlySet<string> {
  const hasState = [...own].some(isState);
  return new Set([...own, ...[...topic].filter((key) => !hasState || !isState(key))]);
}

function readPlace(text: string, reader: LocalReader): Place {
  const { facts, rest } = readFacts(text, reader);
  return { offers: new Set(offersOf(facts)), stems: stemsOf(rest, reader) };
}

export function stemsOf(text: string, reader: Reader): Set<string> {
  const { frame } = wordsFor(reader.mix);
  const words = tokensOf(text, reader).filter(
    (word) =>
      !reader.stops.has(word) &&
      !frame.has(word) &&
      /^\p{L}{2}/u.test(word) &&
      unitAfter(word, reader.mix) === null,
  );
  return new Set(words.map((word) => stemWithout(word, reader)));
}

/** `kopinya` is `kopi`, where the stem has no known meaning. */
function stemWithout(word: string, { roots, mix }: Reader): string {
  const stem = stemOf(word, roots);
  return stem.startsWith('=') ? stem : stemOf(word.replace(wordsFor(mix).nounEnding, ''), roots);
}
