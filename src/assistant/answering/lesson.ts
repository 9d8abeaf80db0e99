import type { ChatState } from '../chats/chat-state.ts';
import type { Lesson } from '../knowledge/gaps/questions/question.ts';
import type { Decision } from './decide.ts';

/** `isChoice`: the customer chose, or meant to. */
export function lessonOf(
  { answer, offered }: Decision,
  { choices }: Pick<ChatState, 'choices'>,
  isChoice: boolean,
): Lesson {
  const [best] = answer.candidates;
  return {
    question: isChoice ? null : questionOf(answer, offered),
    earlier: choices === null ? null : earlierOf(answer, isChoice),
    candidate: best ? { faq_id: best.faq_id, score: best.score } : null,
  };
}

function questionOf(
  { action, reason }: Decision['answer'],
  offered: Decision['offered'],
): Lesson['question'] {
  if (action === 'clarify') return offered.length > 0 ? 'clarified' : null;
  // No answer is missing for complaints and forbidden topics.
  return action === 'handoff' && (reason === 'unsure' || reason === 'no_knowledge') ? 'unanswered' : null;
}

function earlierOf({ action, reason }: Decision['answer'], isChoice: boolean): Lesson['earlier'] {
  // The customer chooses again, or says thanks first.
  if ((isChoice && action === 'clarify') || reason === 'small_talk') return null;
  return action === 'answer' ? 'answered' : 'unanswered';
}
