import { deepEqual } from '@tanstack/react-router';
import type { Schema } from '../../../api/schemas.ts';

export type Settings = Schema<'AutomationSettings'>;
export type Change = Schema<'ChangeAutomationSettings'>;

/** What the form holds. */
export interface Draft extends Omit<Settings, 'person_words' | 'exit_words' | 'ignored_phones'> {
  /** Null: the standard words. */
  person_words: string[] | null;
  exit_words: string[] | null;
  /** One per line. */
  ignored_phones: string;
}

export const draftOf = (present: Settings): Draft => ({
  ...present,
  ignored_phones: present.ignored_phones.join('\n'),
});

/** Only what differs from the settings that the form began with: other changes of other users stay. */
export function changesOf(first: Settings, draft: Draft): Change {
  const before: Change = bodyOf(draftOf(first));
  const after: Change = bodyOf(draft);
  // The keys of a change.
  const names = Object.keys(after) as (keyof Change)[];
  return Object.fromEntries(
    names.filter((name) => !deepEqual(after[name], before[name])).map((name) => [name, after[name]]),
  );
}

const bodyOf = ({ ignored_phones, ...rest }: Draft) => ({ ...rest, ignored_phones: linesOf(ignored_phones) });

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
