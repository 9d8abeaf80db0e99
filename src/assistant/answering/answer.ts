import { LANGUAGE_MODEL_FAILURES, type LanguageModelFailure } from '../language-model/ask.ts';
import type { Language } from '../settings/settings.ts';

/** A FAQ pair that could answer. */
export interface Candidate {
  faq_id: string;
  question: string;
  /** How sure it is that the pair answers, from 0 to 1. */
  score: number;
}

/** Where an answer comes from. */
export interface Source {
  kind: 'faq' | 'document' | 'table';
  id: string;
  title: string | null;
  url: string | null;
  /** Of a table. */
  row_key?: string;
}

/** Why the assistant does what it does. */
export const ANSWER_REASONS = [
  'faq',
  'document',
  'table',
  'small_talk',
  'choices',
  'language_model',
  'chosen',
  'unsure',
  'no_knowledge',
  'forbidden_topic',
  'complaint',
  'asked_for_person',
] as const;
export type AnswerReason = (typeof ANSWER_REASONS)[number];

export const MODEL_USES = ['used', ...LANGUAGE_MODEL_FAILURES] as const;
export type ModelUse = 'used' | LanguageModelFailure;

export interface AssistantAnswer {
  action: 'answer' | 'clarify' | 'handoff';
  reason: AnswerReason;
  /** What the customer reads. Empty for a hand-off: it has its own text. */
  text: string;
  language: Language;
  /** From 0 to 1. */
  confidence: number;
  /** The best first. */
  candidates: readonly Candidate[];
  sources: readonly Source[];
  /** The FAQ pair that answers. */
  faq_id: string | null;
  /** Whether the language model was used, or why not. Null: it was not asked. */
  language_model: ModelUse | null;
  /** Name of a forbidden topic. */
  topic: string | null;
}
