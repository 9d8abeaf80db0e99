import { codePoints, cut } from '../../platform/lib/text.ts';
import { languageOf } from '../languages/spoken.ts';
import { type Ask, type Failed, failed, type Improved, type Source } from './ask.ts';
import { normalForm } from './grounding/normal-form.ts';
import type { Output } from './output.ts';
import { plainText } from './plain-text.ts';
import type { LocalReader } from './proof/evidence.ts';
import { disprove } from './proof/proof.ts';
import { promisesPerson, speaksOfItself } from './proof/self-talk.ts';

const MAX_DETAIL = 200;
/** Of templates and tags. */
const MARKUP = /\{\{|\}\}|<\/?[a-z][^>]*>|```/i;

/** Nothing is believed without a source. */
export function judgeOutput(
  { answer, action, citations }: Output,
  asked: Pick<Ask, 'sources' | 'maxLength' | 'language'> & { reader: LocalReader },
  tokens: number,
): Improved {
  if (action === 'handoff' || action === 'unknown') {
    return { outcome: 'improved', action, text: '', citations: [], tokens };
  }
  const cited = [...new Set(citations)].map((number) => asked.sources[number - 1]);
  const sources = cited.filter((source) => source !== undefined);
  if (sources.length < cited.length) return failed('wrong_citation');
  if (sources.length === 0) return failed('no_citation');
  const used = sources.map(({ kind, id }) => ({ kind, id }));
  // No word of the model is sent.
  if (action === 'clarify') return { outcome: 'improved', action, text: '', citations: used, tokens };
  const text = plainText(answer);
  const known = sources.map(({ title, text: said }) => `${title ?? ''}\n${said}`).join('\n');
  const unfit = problemOf(text, asked);
  if (unfit) return unfit;
  if (promisesPerson(text, known, asked.reader.mix)) {
    return { outcome: 'improved', action: 'handoff', text: '', citations: [], tokens };
  }
  const problem = unprovenIn(text, known, sources, asked);
  return problem ?? { outcome: 'improved', action, text, citations: used, tokens };
}

function problemOf(
  text: string,
  { maxLength, language }: Pick<Ask, 'maxLength' | 'language'>,
): Failed | null {
  if (!/[\p{L}\p{N}]/u.test(text)) return failed('invalid_answer', 'empty');
  if (MARKUP.test(text)) return failed('invalid_answer', 'markup');
  if (codePoints(text) > maxLength) return failed('too_long');
  const written = languageOf(text);
  return written === null || written === language ? null : failed('wrong_language');
}

function unprovenIn(
  text: string,
  known: string,
  sources: readonly Source[],
  { reader }: { reader: LocalReader },
): Failed | null {
  if (speaksOfItself(text, known, reader.mix)) return failed('ungrounded', 'speaks of itself');
  if (foreignScript(text, known)) return failed('wrong_language');
  const problem = disprove(text, sources, reader);
  return problem && failed(problem.reason, problem.detail && cut(problem.detail, MAX_DETAIL));
}

/** No language uses these letters, unless a source does. */
function foreignScript(text: string, known: string): boolean {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const said = normalForm(known);
  return words.some((word) => /(?!\p{Script=Latin})\p{L}/u.test(word) && !said.includes(normalForm(word)));
}
