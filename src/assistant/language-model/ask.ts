import type { Reader } from '../brain/normalise.ts';
import type { Language } from '../languages/language.ts';

export type SourceKind = 'faq' | 'passage' | 'row';

export interface SourceId {
  kind: SourceKind;
  id: string;
}

export interface Source extends SourceId {
  /** Of a FAQ pair: its question. */
  title: string | null;
  text: string;
}

/** Since the automation has the conversation. */
export interface History {
  /** Oldest first. */
  turns: readonly { from: 'customer' | 'business'; text: string }[];
  /** Null: no person wrote. */
  staffUntil: Date | null;
}

export interface Ask {
  /** Of the whole turn. */
  question: string;
  history?: History | undefined;
  /** Best first. */
  sources: readonly Source[];
  /** Of the answer. */
  language: Language;
  reader: Reader;
  tone: string | null;
  scope: string | null;
  /** In characters. */
  maxLength: number;
  signal?: AbortSignal | undefined;
}

/** Why the default assistant answers instead. */
export const LANGUAGE_MODEL_FAILURES = [
  'not_configured',
  'no_sources',
  'budget_exceeded',
  'busy',
  'paused',
  'aborted',
  'timeout',
  'unreachable',
  'throttled',
  'refused',
  'provider_error',
  'invalid_answer',
  'too_long',
  'no_citation',
  'wrong_citation',
  'wrong_language',
  'ungrounded',
  'off_topic',
  'contradicts',
] as const;
export type LanguageModelFailure = (typeof LANGUAGE_MODEL_FAILURES)[number];

export interface Failed {
  outcome: 'failed';
  reason: LanguageModelFailure;
  /** For staff: the HTTP status, or the invented text. */
  detail: string | null;
}

export type Improved =
  | {
      outcome: 'improved';
      /** `unknown`: the sources do not say. `handoff`: the customer needs a person. */
      action: 'answer' | 'clarify' | 'handoff' | 'unknown';
      /** Of `answer` alone. */
      text: string;
      citations: readonly SourceId[];
      /** Zero: not known. */
      tokens: number;
    }
  | Failed;

export const failed = (reason: LanguageModelFailure, detail: string | null = null): Failed => ({
  outcome: 'failed',
  reason,
  detail,
});
