import type { Case } from './judge.ts';
import type { Verdict } from './verdict.ts';

/**
 * The verdict, with an honest text in place of each hand-off where the account has switched hand-offs off. What would
 * be silent stays silent, and the customer counts as waiting.
 */
export async function withoutStaff(
  { producers, chat }: Case,
  verdict: Verdict,
  said: string | null,
): Promise<Verdict> {
  const { end, stage, plans, prefaces } = verdict;
  if (chat.hands_off || end?.to !== 'human_waiting') return verdict;
  const isAnswered = plans.some(({ replies }) => replies.length > 0);
  const isSilent = end.text === null && (stage === 'gate' || isAnswered || prefaces.length > 0);
  const text = isSilent ? null : await producers.assistant.declineText(chat, { reason: end.reason, said });
  if (text !== null) {
    return { ...verdict, outcome: 'declined', end: { to: 'bot', reason: end.reason, text } };
  }
  const outcome = isAnswered ? 'answered' : prefaces.length > 0 ? 'noticed' : 'silent';
  return { ...verdict, outcome, end: null };
}
