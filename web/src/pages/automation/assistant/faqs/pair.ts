import type { Problem } from '../../../../api/problem.ts';
import type { Faq } from '../queries.ts';

/** What the form of a pair holds. */
export interface PairFields {
  questions: readonly string[];
  answer: string;
  language: '' | 'id' | 'en';
  /** Null: all. */
  devices: readonly string[] | null;
  enabled: boolean;
}

/** The fields of a pair, or of a new one, with one more question. */
export function fieldsOf(faq: Faq | null, question: string): PairFields {
  const more = question.trim().slice(0, 500);
  const present = faq?.questions ?? [];
  const isKnown = more === '' || present.includes(more);
  const questions = isKnown ? present : [...present, more];
  return {
    questions: questions.length === 0 ? [''] : questions,
    answer: faq?.answer ?? '',
    language: faq?.language ?? '',
    devices: faq?.device_uuids ?? null,
    enabled: faq?.enabled ?? true,
  };
}

const filled = (questions: readonly string[]) => questions.filter((question) => question.trim() !== '');

/** As the API takes it: empty lines are no questions. */
export function pairOf({ questions, answer, language, devices, enabled }: PairFields) {
  return {
    questions: filled(questions),
    answer,
    language: language === '' ? null : language,
    device_uuids: devices && [...devices],
    enabled,
  };
}

/** What the API says of the questions that were sent, at their places in the form. */
export function questionProblems({ questions }: PairFields, problem: Problem | null): (string | undefined)[] {
  const fields = problem?.fields ?? {};
  let sent = -1;
  return questions.map((question, place) => {
    if (question.trim() !== '') sent += 1;
    const own = question.trim() === '' ? undefined : fields[`questions.${sent}`]?.[0];
    return own ?? (place === 0 ? fields.questions?.[0] : undefined);
  });
}
