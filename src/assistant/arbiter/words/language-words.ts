import type { HandOffReason } from '../../plan.ts';

/** All that the arbiter knows of one language. */
export interface LanguageWords {
  /** `person_words` of an account that has not changed them. */
  person: readonly string[];
  /** `exit_words`, the same. */
  exit: readonly string[];
  /** They make a request of the word for a person: `cs dong`, `mana adminnya`. With blanks between. */
  asking: string;
  greetings: string;
  /** Forms of address, particles, pronouns. */
  beside: string;
  /** A customer asks where a person comes from. */
  otherQuestions: readonly string[];
  /** For staff: why the automation hands off. */
  reasons: Readonly<Record<HandOffReason, string>>;
  labels: { rule: string; flow: string; near: string };
}
