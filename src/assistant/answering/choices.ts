import type { Texts } from '../languages/language.ts';
import { patternIn } from '../languages/words.ts';
import { plainAnswers } from '../manners.ts';
import { normalise } from '../matching.ts';

export interface Choice {
  faq_id: string;
  question: string;
}

const MAX_CHOICES = 3;
/** The last choice. */
export const PERSON = '0';
const BEFORE_NUMBER = patternIn(({ chat }) => chat.beforeNumber);
const NUMBER = new RegExp(`^${BEFORE_NUMBER}?\\s*\\(?(\\d{1,2})\\)?\\s*[.)]?$`, 'u');

interface Ways {
  hasPerson: boolean;
}

/** Pairs may begin with one question: the customer sees it once. */
export function choicesOf(near: readonly Choice[]): Choice[] {
  const byQuestion = new Map<string, Choice>();
  for (const choice of near.slice(0, MAX_CHOICES)) {
    const key = normalise(choice.question);
    if (!byQuestion.has(key)) byQuestion.set(key, choice);
  }
  return [...byQuestion.values()];
}

export function choicesInWords(choices: readonly Choice[], texts: Texts, { hasPerson }: Ways): string {
  const lines = choices.map(({ question }, at) => `${at + 1}. ${question}`);
  return [texts.clarify, ...lines, ...(hasPerson ? [`${PERSON}. ${texts.person}`] : [])].join('\n');
}

export type Chosen = Choice | 'person' | 'unknown_number';

/** Null: something else. */
export function chosenOf(text: string, choices: readonly Choice[], texts: Texts, ways: Ways): Chosen | null {
  for (const said of plainAnswers(normalise(text))) {
    const chosen = chosenBy(said, choices, texts, ways);
    if (chosen !== null) return chosen;
  }
  return null;
}

function chosenBy(
  said: string,
  choices: readonly Choice[],
  texts: Texts,
  { hasPerson }: Ways,
): Chosen | null {
  const number = NUMBER.exec(said)?.[1];
  if (hasPerson && (number === PERSON || said === normalise(texts.person))) return 'person';
  if (number !== undefined) return choices[Number(number) - 1] ?? 'unknown_number';
  return choices.find(({ question }) => normalise(question) === said) ?? null;
}
