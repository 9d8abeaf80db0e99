import { oneOf, wordsIn } from './languages/words.ts';

const MAX_ANSWER = 100;
const AFTER = new RegExp(`(?:[ ,]+${oneOf(wordsIn(({ chat }) => chat.afterAnswer))})+$`, 'u');
const BEFORE = new RegExp(`^(?:${oneOf(wordsIn(({ chat }) => chat.beforeAnswer))}[ ,]+)+`, 'u');

/** As it is, then without forms of address and particles around it: `2 kak`, `yang kopi ya`. */
export function plainAnswers(text: string): string[] {
  if (text.length > MAX_ANSWER) return [text];
  const short = text.replace(AFTER, '');
  return [...new Set([text, short, short.replace(BEFORE, '')])].filter((each) => each !== '');
}

const BEFORE_NUMBER = oneOf(wordsIn(({ chat }) => chat.beforeNumber));
const NUMBER = new RegExp(`^(?:${BEFORE_NUMBER}\\.? ?)?\\(?(\\d{1,3})[.)]*$`, 'u');

/** Of a choice: `2`, `no. 2`, `pilih 2`, as `plainAnswers` has it. */
export function numberOfChoice(answer: string): number | null {
  const digits = NUMBER.exec(answer)?.[1];
  return digits === undefined ? null : Number(digits);
}
