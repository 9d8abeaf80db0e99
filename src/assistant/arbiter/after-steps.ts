import { findReplyWindows, WINDOW_MS } from '../../gateway/messages/reply-window/reply-window.ts';
import { isGroup } from '../../gateway/people/identity.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import type { PlannedReply } from '../plan.ts';
import type { ReadChat } from './chat.ts';
import type { ToCommit } from './commit.ts';
import { asksForPerson } from './person-words.ts';
import type { Case } from './steps.ts';
import type { Verdict } from './verdict.ts';

/**
 * Where hand-offs are off, an honest text takes their place. What would be silent stays silent. `last`: the text of the
 * last message.
 */
export async function withoutStaff(
  { producers, chat }: Case,
  verdict: Verdict,
  last: string | null,
): Promise<Verdict> {
  const { end, stage, plans, prefaces } = verdict;
  if (chat.hands_off || end?.to !== 'human_waiting') return verdict;
  const isAnswered = plans.some(({ replies }) => replies.length > 0);
  const isSilent = end.text === null && (stage === 'gate' || isAnswered || prefaces.length > 0);
  const text = isSilent
    ? null
    : await producers.assistant.declineText(chat, { reason: end.reason, text: last });
  if (text !== null) {
    return { ...verdict, outcome: 'declined', end: { to: 'bot', reason: end.reason, text } };
  }
  const outcome = isAnswered ? 'answered' : prefaces.length > 0 ? 'noticed' : 'silent';
  return { ...verdict, outcome, end: null };
}

const isTemplate = ({ template }: PlannedReply) => template !== undefined;

/** Without free text that the provider would refuse: staff learns of it, and answers with a template. */
export async function withinReplyWindow({ ctx }: Case, chat: ReadChat, verdict: Verdict): Promise<Verdict> {
  // Most answers follow a message at once.
  if (chat.last_customer_at && ctx.now().getTime() - chat.last_customer_at.getTime() < WINDOW_MS)
    return verdict;
  const { stage, plans, prefaces, end } = verdict;
  const says = plans.flatMap(({ replies }) => replies).filter((reply) => !isTemplate(reply));
  const endSays = end !== null && end.to !== 'closed' && end.text !== null;
  if (says.length === 0 && prefaces.length === 0 && !endSays) return verdict;
  const [window] = await findReplyWindows(ctx, [chat]);
  if (window?.isOpen ?? true) return verdict;
  const sendable = {
    plans: plans.map((plan) => ({ ...plan, replies: plan.replies.filter(isTemplate) })),
    prefaces: [],
  };
  const isHandedOff = end?.to === 'human_waiting';
  const isAnswered = plans.some(({ replies }) => replies.length > 0);
  if (says.length === 0 && isHandedOff) return { ...verdict, ...sendable, end: { ...end, text: null } };
  // The honest text in place of a hand-off is free text too.
  if (says.length === 0 && isAnswered)
    return { ...verdict, ...sendable, ...(end?.to === 'bot' && { outcome: 'answered', end: null }) };
  const reason = 'reply_window_closed';
  const left = { ...sendable, stage, reason };
  if (chat.owner_state !== 'bot' || !chat.hands_off) return { ...left, outcome: 'silent', end: null };
  const note = isHandedOff && end.note !== undefined ? { note: end.note } : {};
  return { ...left, outcome: 'handed_off', end: { to: 'human_waiting', reason, text: null, ...note } };
}

/** An assistant that is on would have got the messages. */
const WATCHED: readonly string[] = ['no_automation', 'no_answer', 'human_waiting', 'human_active', 'closed'];

/** In shadow mode. */
export function watchedIn(
  { producers, deciding, messages }: Case,
  chat: ReadChat,
  { reason }: Verdict,
): ToCommit['watch'] {
  if (!chat.is_watched || isGroup(chat.phone) || !WATCHED.includes(reason)) return null;
  const { person_words, debounce_seconds } = chat.settings;
  const asked = messages.filter(({ text }) => text?.trim() && !asksForPerson(text, person_words));
  if (asked.length === 0) return null;
  return (tx, now) => {
    const dueAt = new Date(now.getTime() + debounce_seconds * SECOND);
    return producers.assistant.watch(tx, chat, asked, { decision_id: deciding.decision_id, now, dueAt });
  };
}
