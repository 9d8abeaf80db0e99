import { codePoints, cut, toStorable } from '../../../lib/text.ts';
import { type Failed, failed, type Improved, type Source } from './ask.ts';
import { ungrounded } from './grounding/grounding.ts';
import type { Output } from './output.ts';
import { isSupported } from './support.ts';

const MARKS = / ?\[\d{1,2}(?:, ?\d{1,2})*\]/g;
const MAX_DETAIL = 200;

/** What remains of the model's answer when nothing in it is believed without a source. */
export function judgeOutput(
  { answer, action, citations }: Output,
  { sources, maxLength, tokens }: { sources: readonly Source[]; maxLength: number; tokens: number },
): Improved {
  if (action === 'handoff') return { outcome: 'improved', action, text: '', citations: [], tokens };
  const text = toStorable(answer).replace(MARKS, '').trim();
  const cited = [...new Set(citations)].map((number) => sources[number - 1]);
  const problem = problemOf(text, action, { cited, maxLength });
  if (problem) return problem;
  const known = cited.filter((source) => source !== undefined);
  // A question back stands on all that the model has read.
  const proofs = (action === 'answer' ? known : sources).map(
    ({ title, text: said }) => `${title ?? ''}\n${said}`,
  );
  const invented = ungrounded(text, proofs);
  if (invented.length > 0) return failed('ungrounded', cut(invented.join('; '), MAX_DETAIL));
  if (action === 'answer' && !isSupported(text, proofs)) return failed('off_topic');
  return {
    outcome: 'improved',
    action,
    text,
    citations: known.map(({ kind, id }) => ({ kind, id })),
    tokens,
  };
}

function problemOf(
  text: string,
  action: 'answer' | 'clarify',
  { cited, maxLength }: { cited: readonly (Source | undefined)[]; maxLength: number },
): Failed | null {
  if (text === '') return failed('invalid_answer', 'empty');
  if (codePoints(text) > maxLength) return failed('too_long');
  if (cited.includes(undefined)) return failed('wrong_citation');
  return action === 'answer' && cited.length === 0 ? failed('no_citation') : null;
}
