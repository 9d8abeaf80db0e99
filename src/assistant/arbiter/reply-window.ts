import { findReplyWindows, WINDOW_MS } from '../../gateway/messages/reply-window/reply-window.ts';
import type { PlannedReply } from '../plan.ts';
import type { Case } from './judge.ts';
import type { Verdict } from './verdict.ts';

const isTemplate = ({ template }: PlannedReply) => template !== undefined;

/**
 * The verdict without the free text that the provider would refuse. What else it does, happens; staff learns which
 * answer was left out, and says it with a template.
 */
export async function withinReplyWindow({ ctx, chat }: Case, verdict: Verdict): Promise<Verdict> {
  // Most answers follow a message at once: they need no look at earlier ones.
  if (chat.last_customer_at && ctx.now().getTime() - chat.last_customer_at.getTime() < WINDOW_MS)
    return verdict;
  const { stage, plans, prefaces, end } = verdict;
  const says = plans.flatMap(({ replies }) => replies).filter((reply) => !isTemplate(reply));
  const told = end !== null && end.to !== 'closed' && end.text !== null;
  if (says.length === 0 && prefaces.length === 0 && !told) return verdict;
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
