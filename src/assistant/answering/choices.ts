import type { Texts } from '../languages/language.ts';
import { numberOfChoice, plainAnswers } from '../manners.ts';
import { normalise } from '../matching.ts';

export interface Choice {
  faq_id: string;
  question: string;
}

const MAX_CHOICES = 3;
/** The last choice. */
export const PERSON = '0';
/** A larger number says something else. */
const MAX_NUMBER = 99;

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
  const number = numberOfChoice(said);
  if (hasPerson && (number === Number(PERSON) || said === normalise(texts.person))) return 'person';
  if (number !== null && number <= MAX_NUMBER) return choices[number - 1] ?? 'unknown_number';
  return choices.find(({ question }) => normalise(question) === said) ?? null;
}
