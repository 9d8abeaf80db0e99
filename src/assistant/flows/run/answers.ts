import { normalizePhone } from '../../../platform/lib/phone.ts';
import { codePoints, cut } from '../../../platform/lib/text.ts';
import { choiceFrom, choicesOf } from '../../choices.ts';
import { MAX_EXPRESSION_TEXT } from '../../expressions.ts';
import type { Answer } from '../definition/answers.ts';
import { readDate } from './dates.ts';
import { answeredNumber } from './numbers.ts';
import { choiceContent, idInChat } from './questions.ts';
import { LIMITS, type Value } from './session.ts';

/** A message of the customer, as a flow takes it. */
export interface InputMessage {
  type: string;
  text: string | null;
  choice_id: string | null;
  /** Of the API. */
  message_id: number | null;
}

/** What some answers need; each is asked only when it is needed. */
export interface AnswerFacts {
  countryCode(): Promise<string>;
  /** `YYYY-MM-DD` of the business hours. */
  today(): Promise<string>;
  /** Whether the regular expression is found in the text. */
  compare(pattern: string, text: string): Promise<boolean>;
}

export interface ValidAnswer {
  value: Value;
  /** Of a choice. */
  choice?: ChoiceOf;
}
type ChoiceOf = Extract<Answer, { kind: 'choice' }>['choices'][number];

export const EMAIL =
  /^[^\s@"(),:;<>[\\\]]{1,64}@(?=.{4,190}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}$/u;

/** Null: the answer is not valid. */
export async function readAnswer(
  { id, answer }: { id: string; answer: Answer },
  message: InputMessage,
  facts: AnswerFacts,
): Promise<ValidAnswer | null> {
  if (answer.kind === 'media') return mediaIn(answer, message);
  if (answer.kind === 'choice') return choiceIn(id, answer, message);
  const text = message.text?.trim() ?? '';
  if (text === '') return null;
  const value = await valueIn(answer, text, facts);
  return value === null ? null : { value };
}

type Typed = Exclude<Answer, { kind: 'media' } | { kind: 'choice' }>;

async function valueIn(answer: Typed, text: string, facts: AnswerFacts): Promise<Value | null> {
  switch (answer.kind) {
    case 'text':
      return textIn(answer, text, facts);
    case 'number':
      return numberWithin(answer, answeredNumber(text));
    case 'email':
      return EMAIL.test(text.replace(/^mailto:/i, '')) ? text.replace(/^mailto:/i, '') : null;
    case 'phone':
      return normalizePhone(text, await facts.countryCode());
    case 'date':
      return dateWithin(answer, text, await facts.today());
    default:
      return answer satisfies never;
  }
}

async function textIn(
  { min_length, max_length, pattern }: Extract<Typed, { kind: 'text' }>,
  text: string,
  { compare }: Pick<AnswerFacts, 'compare'>,
): Promise<string | null> {
  const length = codePoints(text.slice(0, 2 * max_length + 2));
  if (length < min_length || length > max_length) return null;
  // Only the beginning of a longer text would be compared.
  if (pattern && (text.length > MAX_EXPRESSION_TEXT || !(await compare(pattern, text)))) return null;
  return cut(text, LIMITS.value);
}

function numberWithin({ min, max, integer }: Extract<Typed, { kind: 'number' }>, number: number | null) {
  if (number === null || (integer && !Number.isInteger(number))) return null;
  return number < (min ?? -Infinity) || number > (max ?? Infinity) ? null : number;
}

function dateWithin({ earliest, latest }: Extract<Typed, { kind: 'date' }>, text: string, today: string) {
  const date = readDate(text, today);
  if (date === null) return null;
  const from = earliest === 'today' ? today : earliest;
  const to = latest === 'today' ? today : latest;
  return (from && date < from) || (to && date > to) ? null : date;
}

/** The value is the id of the message, by which the API gives the file. */
function mediaIn({ types }: Extract<Answer, { kind: 'media' }>, message: InputMessage): ValidAnswer | null {
  const isWanted = types.some((type) => type === message.type);
  return isWanted ? { value: message.message_id ?? '' } : null;
}

/** Whether the message is one of the choices of this question. */
export const isChoice = ({ id, answer }: { id: string; answer: Answer }, message: InputMessage): boolean =>
  answer.kind === 'choice' && choiceIn(id, answer, message) !== null;

function choiceIn(
  node: string,
  answer: Extract<Answer, { kind: 'choice' }>,
  message: InputMessage,
): ValidAnswer | null {
  const found = choiceFrom(choicesOf(choiceContent(node, answer)), message);
  const choice = found && answer.choices.find(({ id }) => idInChat(node, id) === found.id);
  return choice ? { value: choice.title, choice } : null;
}
