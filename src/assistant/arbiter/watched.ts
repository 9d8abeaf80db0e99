import { SECOND } from '../../platform/lib/clock.ts';
import type { Incoming } from '../chat.ts';
import type { ToCommit } from './commit.ts';
import type { Case } from './judge.ts';
import { asksForPerson } from './person-words.ts';
import type { Verdict } from './verdict.ts';

/** Nothing answered, or staff does: the assistant would have got the messages if it were on. */
const REASONS: readonly string[] = ['no_automation', 'no_answer', 'human_waiting', 'human_active', 'closed'];

/** Notes what the assistant judges in shadow mode. Null: nothing. */
export function watchedIn(
  { producers, chat, settings, deciding }: Case,
  { reason }: Verdict,
  turn: readonly Incoming[],
): ToCommit['watch'] {
  if (!chat.is_watched || !REASONS.includes(reason)) return null;
  const asked = turn.filter(({ text }) => text?.trim() && !asksForPerson(text, settings.person_words));
  if (asked.length === 0) return null;
  const debounce = settings.debounce_seconds * SECOND;
  return (tx, now) => {
    const dueAt = new Date(now.getTime() + debounce);
    return producers.assistant.watch(tx, chat, asked, { decision_id: deciding.decision_id, now, dueAt });
  };
}
