import { MAX_TEXT } from '../../gateway/engines/kinds.ts';
import { isLonger } from '../../platform/lib/text.ts';
import type { ChatState } from '../chats/store.ts';
import type { Texts } from '../languages/language.ts';
import { textsOf } from '../languages/words.ts';
import type { HandOffReason, Plan, PlannedReply } from '../plan.ts';
import type { AssistantSettings } from '../settings/settings.ts';
import type { AssistantAnswer } from './answer.ts';
import { type Choice, PERSON } from './choices.ts';
import type { KeptSubject } from './subject.ts';

export interface Turn {
  plan: Omit<Plan, 'save'>;
  state: ChatState;
}

interface Said {
  answer: AssistantAnswer;
  /** Of `clarify`. */
  offered: readonly Choice[];
  subject: KeptSubject | null;
}

/** From the state before it. */
export function turnOf(
  { answer, offered, subject }: Said,
  settings: AssistantSettings,
  state: ChatState,
): Turn {
  const { action, confidence, candidates } = answer;
  const reason = reasonOf(answer);
  const texts = textsOf(answer.language, settings.tone);
  const decided = { stage: 'assistant' as const, score: confidence, candidates: candidates.slice(0, 5) };
  const introduced = { ...state, subject, is_introduced: state.is_introduced || settings.introduce };
  const say = (text: string) => [replyOf(greeted(text, texts, settings, state), answer.faq_id)];
  if (action === 'answer') {
    const faq = answer.faq_id === null ? {} : { faq_id: answer.faq_id };
    return {
      plan: {
        ...decided,
        ...faq,
        sources: answer.sources,
        outcome: 'answered',
        reason,
        replies: say(answer.text),
      },
      // A greeting answers no question.
      state: { ...introduced, choices: null, ...(answer.reason !== 'small_talk' && { abstentions: 0 }) },
    };
  }
  const abstentions = state.abstentions + 1;
  if (action === 'clarify' && state.abstentions < settings.handoff.after_abstentions) {
    return {
      plan: { ...decided, outcome: 'clarified', reason, replies: say(answer.text) },
      state: { ...introduced, abstentions, choices: offered.length === 0 ? null : { offered } },
    };
  }
  if (answer.reason === 'unsure' && abstentions < settings.handoff.after_abstentions) {
    return {
      plan: { ...decided, outcome: 'clarified', reason, replies: say(unsureText(texts, settings)) },
      // A person is its only choice.
      state: { ...introduced, abstentions, choices: { offered: [] } },
    };
  }
  const note = answer.topic === null ? {} : { note: `Topic: ${answer.topic}` };
  const end = { to: 'human_waiting' as const, reason: handOffReason(answer), text: null, ...note };
  return {
    plan: { ...decided, outcome: 'handed_off', reason, replies: [], end },
    // Without hand-offs, the chat goes on.
    state: {
      ...state,
      abstentions: settings.handoff.enabled ? abstentions : 0,
      choices: null,
      subject: null,
    },
  };
}

/** With the failure of the language model, which an admin can fix. */
const reasonOf = ({ reason, language_model }: AssistantAnswer) =>
  language_model === null || language_model === 'used'
    ? reason
    : `${reason}, language_model: ${language_model}`;

function replyOf(body: string, faqId: string | null): PlannedReply {
  const by = { kind: 'assistant' as const, ...(faqId !== null && { faq_id: faqId }) };
  return { type: 'text', body, by };
}

function greeted(
  text: string,
  { introduction, greeting, offer }: Texts,
  { introduce }: AssistantSettings,
  { is_introduced }: ChatState,
): string {
  const whole = text === greeting ? `${introduction} ${offer}` : `${introduction}\n\n${text}`;
  return introduce && !is_introduced && !isLonger(whole, MAX_TEXT) ? whole : text;
}

/** The scope shows what to ask. A person can be chosen while hand-offs are on. */
export function unsureText(
  texts: Texts,
  { scope, handoff }: Pick<AssistantSettings, 'scope' | 'handoff'>,
): string {
  const { unsure, scope: scoped, person } = texts;
  const said = scope === null ? unsure : `${unsure} ${scoped.replace('{scope}', () => scope)}`;
  return handoff.enabled ? `${said}\n${PERSON}. ${person}` : said;
}

function handOffReason({ reason }: AssistantAnswer): HandOffReason {
  if (reason === 'forbidden_topic' || reason === 'complaint' || reason === 'asked_for_person') return reason;
  return 'assistant_unsure';
}
