import type { Assistant } from '../queries.ts';

/** What the form holds and sends. */
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
});
