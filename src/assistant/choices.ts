import { ENGINE_KINDS, type EngineKind, type MessageType } from '../gateway/engines/kinds.ts';
import { numberOfChoice, plainAnswers } from './manners.ts';
import { normalise } from './matching.ts';

export interface Choice {
  id: string;
  title: string;
}

interface Interactive {
  header?: string | null;
  footer?: string | null;
  buttons?: readonly Choice[];
  sections?: readonly { title?: string | null; rows: readonly Row[] }[];
}

interface Row extends Choice {
  description?: string | null;
}

interface WithChoices {
  type: MessageType;
  body?: string | null;
  interactive?: object | null;
}

export function choicesOf(content: WithChoices): readonly Choice[] {
  if (content.type !== 'button' && content.type !== 'list') return [];
  const { buttons, sections } = interactiveOf(content);
  return (buttons ?? sections?.flatMap(({ rows }) => rows) ?? []).map(({ id, title }) => ({ id, title }));
}

/** What a planned message keeps of its menu. */
export function shownChoices(content: WithChoices): { choices?: readonly Choice[] } {
  const choices = choicesOf(content);
  return choices.length === 0 ? {} : { choices };
}

/** Choices become numbered text on an engine without them. */
export function fitToEngine<Given extends WithChoices>(content: Given, engine: EngineKind): Given {
  if (ENGINE_KINDS[engine].sends.has(content.type)) return content;
  return { ...content, type: 'text', body: asText(content), interactive: null };
}

function asText(content: WithChoices): string {
  const { header, footer, buttons, sections } = interactiveOf(content);
  const shown = buttons ? [{ rows: buttons }] : (sections ?? []);
  let number = 0;
  const blocks = shown.map((section) => {
    const title = 'title' in section ? section.title : null;
    const lines = section.rows.map((row: Row) => {
      number += 1;
      return `${number}. ${row.title}${row.description ? ` - ${row.description}` : ''}`;
    });
    return [...(title ? [`*${title}*`] : []), ...lines].join('\n');
  });
  const parts = [header && `*${header}*`, content.body, ...blocks, footer && `_${footer}_`];
  return parts.filter(Boolean).join('\n\n');
}

/** By a tap, title or number. A title comes first: a choice can be named `2`. */
export function choiceFrom(
  choices: readonly Choice[],
  said: { text: string | null; choice_id?: string | null },
): Choice | null {
  const tapped = choices.find(({ id }) => id === said.choice_id);
  if (tapped) return tapped;
  const texts = plainAnswers(normalise(said.text ?? ''));
  return texts.map((text) => choiceBy(choices, text)).find((choice) => choice !== null) ?? null;
}

function choiceBy(choices: readonly Choice[], text: string): Choice | null {
  const named = choices.find(({ title }) => normalise(title) === text);
  if (named) return named;
  const listed = choices.find(({ title }, index) => normalise(`${index + 1}. ${title}`) === text);
  return listed ?? choices[(numberOfChoice(text) ?? 0) - 1] ?? null;
}

/** Checked when it was saved. */
const interactiveOf = ({ interactive }: WithChoices): Interactive => interactive ?? {};
