import type { Content } from '../../plan.ts';
import type { Answer } from '../definition/answers.ts';

type ChoiceAnswer = Extract<Answer, { kind: 'choice' }>;

/** Other questions can have equal ids, and the customer can tap an old button. */
export const idInChat = (node: string, choice: string): string => `${node}/${choice}`;

/** The choices without the text above them. Numbers are a list too, which only the customer sees as text. */
export function choiceContent(node: string, answer: ChoiceAnswer): Pick<Content, 'type' | 'interactive'> {
  const choices = answer.choices.map(({ id, title, description }) => ({
    id: idInChat(node, id),
    title,
    ...(description && { description }),
  }));
  const { header, footer, button_text } = answer;
  if (answer.as === 'buttons') return { type: 'button', interactive: { header, footer, buttons: choices } };
  return { type: 'list', interactive: { header, footer, button_text, sections: [{ rows: choices }] } };
}

/** A question with its choices. */
export function questionOf(node: string, text: string, answer: Answer): Content {
  if (answer.kind !== 'choice') return { type: 'text', body: text };
  if (answer.as !== 'numbers') return { ...choiceContent(node, answer), body: text };
  const lines = answer.choices.map(({ title, description }, index) => {
    return `${index + 1}. ${title}${description ? ` - ${description}` : ''}`;
  });
  const { header, footer } = answer;
  const parts = [header && `*${header}*`, text, lines.join('\n'), footer && `_${footer}_`];
  return { type: 'text', body: parts.filter(Boolean).join('\n\n') };
}
