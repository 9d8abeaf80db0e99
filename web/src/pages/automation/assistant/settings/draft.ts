import type { Problem } from '../../../../api/problem.ts';
import type { Assistant } from '../queries.ts';

export const draftOf = ({
  device_uuids,
  schedule,
  start_words,
  languages,
  tone,
  introduce,
  scope,
  max_answer_length,
  bands,
  handoff,
  forbidden_topics,
  synonyms,
}: Assistant) => ({
  ...{ device_uuids, schedule, start_words, languages, tone, introduce, scope, max_answer_length, bands },
  ...{ handoff, forbidden_topics, synonyms },
});

/** What the form holds and sends. */
export type Draft = ReturnType<typeof draftOf>;

export interface PartProps {
  draft: Draft;
  problem: Problem | null;
  set: (change: Partial<Draft>) => void;
}
