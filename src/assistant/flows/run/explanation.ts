import type { ExplanationTexts, Language } from '../../languages/language.ts';
import { LANGUAGE_WORDS } from '../../languages/words.ts';
import type { Answer } from '../definition/answers.ts';

type Bound = number | string | null | undefined;

/** As a question has them that says nothing. */
const LENGTHS = { min: 1, max: 1_000 };

/** Why an answer does not fit, for questions without a text for that. */
export function explanationOf(answer: Answer, language: Language): string {
  const words = LANGUAGE_WORDS[language].explanation;
  const day = (bound: Bound) => (bound === 'today' ? words.today : bound);
  switch (answer.kind) {
    case 'number':
      return sentence(words[answer.integer ? 'integer' : 'number'], range(words, answer.min, answer.max));
    case 'date':
      return sentence(words.date, range(ofDays(words), day(answer.earliest), day(answer.latest)));
    case 'media':
      return `${words.media} ${answer.types.map((type) => words.types[type]).join(` ${words.or} `)}.`;
    case 'text':
      return sentence(words.text, lengths(words, answer));
    case 'email':
    case 'phone':
    case 'choice':
      return `${words[answer.kind]}.`;
    default:
      return answer satisfies never;
  }
}

const sentence = (text: string, bounds: string): string =>
  bounds === '' ? `${text}.` : `${text}, ${bounds}.`;

const ofDays = ({ since, until, ...words }: ExplanationTexts) => ({
  ...words,
  atLeast: since,
  atMost: until,
});

function range(
  { from, to, atLeast, atMost }: Pick<ExplanationTexts, 'from' | 'to' | 'atLeast' | 'atMost'>,
  min: Bound,
  max: Bound,
): string {
  if (min == null) return max == null ? '' : `${atMost} ${max}`;
  return max == null ? `${atLeast} ${min}` : `${from} ${min} ${to} ${max}`;
}

function lengths(
  words: ExplanationTexts,
  { min_length, max_length }: { min_length: number; max_length: number },
): string {
  const min = min_length > LENGTHS.min ? min_length : null;
  const max = max_length < LENGTHS.max ? max_length : null;
  const bounds = range(words, min, max);
  return bounds === '' ? '' : `${bounds} ${words.characters}`;
}
