import { perMix } from '../../languages/language.ts';
import { setOf } from '../../languages/words.ts';
import type { Source } from '../ask.ts';
import { type Local, readFacts } from '../grounding/grounding.ts';
import { normalForm } from '../grounding/normal-form.ts';

/** Inside a sentence, or of capitals. */
const NAME = /(?<![\p{L}\p{N}@./_-])(?:\p{Lu}[\p{L}\p{N}]+|\p{Lu}(?=[- ]\p{Lu}))/gu;
const STARTS_SENTENCE = /(?:^|[.!?:…\n"“”'‘(*_-]\s*|\p{Extended_Pictographic}\s*)$/u;
const CAPITALS = /^\p{Lu}{2,}$/u;
/** Shows whether a word starts a sentence. */
const BEFORE = 40;
const commonFor = perMix((mix) => setOf(({ proof }) => proof.capitals, mix));

/** No source names them. */
export function inventedNames(
  answer: string,
  sources: readonly Pick<Source, 'title' | 'text'>[],
  local: Local,
): string[] {
  const said = sources.map(({ title, text }) => `${title ?? ''}\n${text}`).join('\n');
  const known = new Set(normalForm(said).match(/[\p{L}\p{N}]+/gu));
  const names = [...answer.normalize('NFKC').matchAll(NAME)]
    .filter(
      ({ 0: word, index, input }) =>
        CAPITALS.test(word) || !STARTS_SENTENCE.test(input.slice(Math.max(0, index - BEFORE), index)),
    )
    .map(([word]) => word)
    .filter((word) => !isKnown(normalForm(word), known, local));
  return [...new Set(names)];
}

/** Facts have their own check. */
const isKnown = (word: string, known: ReadonlySet<string>, local: Local) =>
  known.has(word) || commonFor(local.mix).has(word) || readFacts(word, local).facts.length > 0;
