import { expect, test } from 'vitest';
import { ANSWER_REASONS } from '../../../../src/assistant/answering/answer.ts';
import { OUTCOMES, SILENCES, STAGES } from '../../../../src/assistant/arbiter/verdict.ts';
import { LANGUAGE_WORDS } from '../../../../src/assistant/languages/words.ts';
import { EXIT_WORD } from '../../../../src/assistant/plan.ts';
import { TEMPLATE_REFUSALS } from '../../../../src/assistant/template-refusals.ts';
import { OWNER_REASONS } from '../../../../src/inbox/conversations/ownership/states.ts';
import { TIMELINE_KINDS } from '../../../../src/inbox/conversations/timeline-kinds.ts';
import { MESSAGE_CODES } from '../../failures/test-codes.ts';
import { CATALOGUES } from '../../texts/test-texts.ts';

const prefixed = (prefix: string, codes: readonly string[]) => codes.map((code) => `${prefix}_${code}`);

test.each<[string, 'reasons' | 'thread' | 'threadWhy', readonly string[]]>([
  ['reasons of hand-offs', 'reasons', Object.keys(LANGUAGE_WORDS.en.handOff.reasons)],
  ['reasons of owners', 'reasons', OWNER_REASONS],
  ['reasons of silence', 'reasons', SILENCES],
  ['reasons of the assistant', 'reasons', [...ANSWER_REASONS, EXIT_WORD]],
  ['templates that are not sent', 'reasons', TEMPLATE_REFUSALS],
  ['failures of messages', 'reasons', MESSAGE_CODES],
  ['kinds of the timeline', 'thread', prefixed('entry', TIMELINE_KINDS)],
  ['stages of decisions', 'threadWhy', prefixed('stage', STAGES)],
  ['outcomes of decisions', 'threadWhy', prefixed('outcome', OUTCOMES)],
])('the inbox has a text for all %s, in both languages', (_name, part, codes) => {
  const missing = codes.filter((code) => CATALOGUES.some(([, { chat }]) => !Object.hasOwn(chat[part], code)));

  expect(codes.length).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});
