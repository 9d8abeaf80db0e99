import { localDate } from '../../../gateway/hours/days.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { languageOf } from '../../languages/spoken.ts';
import { type InputMessage, readAnswer } from './answers.ts';
import { explanationOf } from './explanation.ts';
import { questionOf } from './questions.ts';
import { assign, hoursOf, type Move, type NodeOf, note, send, type Turn, topOf, write } from './turn.ts';

/** A question must have a text above its choices. */
const NO_TEXT = '…';

export function ask(turn: Turn, node: NodeOf<'ask'>): Promise<Move> {
  return question(turn, node, { template: node.text, tries: 0 });
}

async function question(
  turn: Turn,
  node: NodeOf<'ask'>,
  { template, tries, isExplained = false }: { template: string; tries: number; isExplained?: boolean },
): Promise<Move> {
  const written = (await write(turn, template)).trim() || NO_TEXT;
  const text = isExplained ? `${await explanation(turn, node, written)}\n\n${written}` : written;
  if (!send(turn, node.id, questionOf(node.id, text, node.answer))) return { fail: 'too_many_messages' };
  const { timeout_seconds: seconds } = node;
  const until = seconds == null ? null : new Date(turn.facts.now.getTime() + seconds * SECOND).toISOString();
  return { wait: { kind: 'answer', node: node.id, tries, until } };
}

/** What the customer answered to the question that waits. `tries` counts invalid answers before this one. */
export async function takeAnswer(
  turn: Turn,
  node: NodeOf<'ask'>,
  message: InputMessage,
  tries: number,
): Promise<Move> {
  const answer = await readAnswer(node, message, {
    countryCode: () => turn.world.countryCode(),
    today: async () => localDate(await hoursOf(turn), turn.facts.now),
    compare: (pattern, text) => turn.world.compare(pattern, text),
  });
  if (!answer) return retry(turn, node, tries + 1);
  const { value, choice } = answer;
  note(turn, node.id, 'answered', { value });
  const saved = [
    ...(node.save_to ? [[node.save_to, value] as const] : []),
    ...(choice && node.answer.kind === 'choice' && node.answer.save_id_to
      ? [[node.answer.save_id_to, choice.id] as const]
      : []),
  ];
  if (!saved.every(([name, each]) => assign(turn, name, each))) return { fail: 'too_many_variables' };
  return { go: choice?.next ?? node.answered };
}

async function retry(turn: Turn, node: NodeOf<'ask'>, tries: number): Promise<Move> {
  note(turn, node.id, 'invalid_answer', { tries });
  const { settings } = topOf(turn).flow.definition;
  if (tries > (node.max_retries ?? settings.max_retries)) {
    return node.failed ? { go: node.failed } : { fail: 'no_valid_answer' };
  }
  const own = node.retry_text ?? settings.retry_text;
  return question(turn, node, { template: own ?? node.text, tries, isExplained: own == null });
}

/** In the language of the question. */
async function explanation({ world }: Turn, { answer }: NodeOf<'ask'>, written: string): Promise<string> {
  return explanationOf(answer, languageOf(written) ?? (await world.language()));
}
