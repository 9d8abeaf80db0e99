import { LANGUAGE_MODEL_FAILURES, type LanguageModelFailure } from '../language-model/ask.ts';
import type { Language } from '../settings/settings.ts';

export interface Candidate {
  faq_id: string;
  question: string;
  /** That the pair answers, from 0 to 1. */
  score: number;
}

export interface Source {
  kind: 'faq' | 'document' | 'table';
  id: string;
  title: string | null;
  url: string | null;
  /** Of a table. */
  row_key?: string;
}

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
  /** Empty for a hand-off: it has its own text. */
  text: string;
  language: Language;
  /** From 0 to 1. */
  confidence: number;
  /** The best first. */
  candidates: readonly Candidate[];
  sources: readonly Source[];
  faq_id: string | null;
  /** Null: not asked. */
  language_model: ModelUse | null;
  /** Of a forbidden topic. */
  topic: string | null;
}
