import { openOptOutWords } from '../../gateway/broadcasts/opt-outs/opt-out.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { asksForPerson } from '../arbiter/person-words.ts';
import { getSettings } from '../arbiter/settings/settings.ts';

export const RESERVED = ['opt_out_word', 'person_word'] as const;
type Reserved = (typeof RESERVED)[number];

/** Tells words that are asked before rules and triggers: a message of nothing else reaches neither. */
export type ReservedWords = Readonly<Record<Reserved, (text: string) => boolean>>;

export async function reservedWords(db: Db, accountId: number): Promise<ReservedWords> {
  const { person_words } = await getSettings({ db }, { id: accountId });
  return {
    opt_out_word: await openOptOutWords(db, accountId),
    person_word: (text) => asksForPerson(text, person_words),
  };
}

const MAX_SHOWN = 5;

/** Those of the texts that are reserved, by kind. */
export function reservedIn(
  texts: readonly string[],
  words: ReservedWords,
): { code: Reserved; patterns: string[] }[] {
  return RESERVED.flatMap((code) => {
    const patterns = texts.filter(words[code]).slice(0, MAX_SHOWN);
    return patterns.length > 0 ? [{ code, patterns }] : [];
  });
}

const MESSAGES: Readonly<Record<Reserved, (words: string) => string>> = {
  opt_out_word: (words) => `A message of just this word opts the customer out, and gets no answer: ${words}.`,
  person_word: (words) =>
    `A message of just this word asks for a person, before all rules and flows: ${words}. ` +
    'Change `person_words`: PATCH /v1/automation.',
};

export const reservedMessage = (code: Reserved, patterns: readonly string[]): string =>
  MESSAGES[code](patterns.join(', '));
