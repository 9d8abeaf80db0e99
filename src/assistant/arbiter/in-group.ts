import { asTapped } from '../chat.ts';
import type { Plan } from '../plan.ts';
import { type AtGate, gateOf, MAX_ATTEMPTS } from './gates.ts';
import type { Case } from './steps.ts';
import { silent, type Verdict } from './verdict.ts';

/**
 * A message that mentions the number: an auto-reply, or one answer of the assistant. Without flows, staff, notices and
 * what other members wrote. What nothing answers stays for staff.
 */
export async function decideInGroup(given: Case, at: AtGate): Promise<Verdict> {
  const { owner_state: state } = given.chat;
  const gate = gateOf(at);
  if (gate) return silent('gate', gate.reason);
  if (state === 'human_waiting' || state === 'human_active') return silent('owner', state);
  if (at.attempts > MAX_ATTEMPTS) return silent('gate', 'failed');
  const plan = (await ruleOf(given)) ?? (await assistantOf(given));
  if (!plan) return silent('none', 'nothing_to_do');
  const { stage, outcome, reason } = plan;
  return { stage, outcome, reason, plans: [plan], prefaces: [], end: null };
}

async function ruleOf({ producers, chat, deciding, messages: [message] }: Case): Promise<Plan | null> {
  const plan = message && (await producers.rules.choose(chat, asTapped(message), deciding));
  if (plan?.outcome !== 'answered' || plan.startFlow || plan.replies.length === 0) return null;
  const { end: _, ...answer } = plan;
  return answer;
}

async function assistantOf({ producers, chat, deciding, messages: [message] }: Case): Promise<Plan | null> {
  if (!message?.text) return null;
  const { at, signal } = deciding;
  const found = await producers.assistant.answerAlone(chat, message.text, { at, signal, incoming: null });
  if (found?.answer.action !== 'answer' || found.answer.text === '') return null;
  const { text, faq_id, confidence: score, reason, sources } = found.answer;
  const faq = faq_id === null ? {} : { faq_id };
  const by = { kind: 'assistant' as const, ...faq };
  const replies = [{ type: 'text' as const, body: text, by }];
  return { stage: 'assistant', outcome: 'answered', reason, ...faq, score, sources, replies };
}
