export type SourceKind = 'faq' | 'passage' | 'row';

export interface SourceId {
  kind: SourceKind;
  id: string;
}

/** A text of the business, on which an answer may stand. */
export interface Source extends SourceId {
  /** Of a FAQ pair: its question. */
  title: string | null;
  text: string;
}

/** A question of a customer, with everything that the model may know. */
export interface Ask {
  /** The joined texts of the turn. */
  question: string;
  /** Since the assistant has the conversation, oldest first. */
  history?: readonly { from: 'customer' | 'business'; text: string }[];
  /** Best first. */
  sources: readonly Source[];
  language: 'id' | 'en';
  tone: string | null;
  scope: string | null;
  /** Of the answer, in characters. */
  maxLength: number;
  /** Ends the call: the answer is not needed any more. */
  signal?: AbortSignal | undefined;
}

/** Why the default assistant answers instead. Stored with the decision. */
export const LANGUAGE_MODEL_FAILURES = [
  'not_configured',
  'no_sources',
  'budget_exceeded',
  'paused',
  'timeout',
  'unreachable',
  'throttled',
  'refused',
  'provider_error',
  'invalid_answer',
  'too_long',
  'no_citation',
  'wrong_citation',
  'ungrounded',
  'off_topic',
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
      action: 'answer' | 'clarify' | 'handoff';
      /** Empty for a hand-off. */
      text: string;
      citations: readonly SourceId[];
      /** Zero: the provider did not say. */
      tokens: number;
    }
  | Failed;

export const failed = (reason: LanguageModelFailure, detail: string | null = null): Failed => ({
  outcome: 'failed',
  reason,
  detail,
});
