import { CreateFaq } from '../../../../api/limits.ts';
import type { Problem } from '../../../../api/problem.ts';
import { valuesOf } from '../../../../ui/form/values.ts';
import type { Faq } from '../queries.ts';

const NEW = {
  questions: [''],
  answer: '',
  language: null as Faq['language'],
  device_uuids: null as Faq['device_uuids'],
  enabled: true,
};

/** What the form of a pair holds. */
export type PairFields = typeof NEW;

/** The fields of a pair, or of a new one, with one more question. */
export function fieldsOf(faq: Faq | null, question: string): PairFields {
  const more = question.trim().slice(0, CreateFaq['questions.*'].maxLength);
  const fields = valuesOf(NEW, faq);
  if (more === '' || fields.questions.includes(more)) return fields;
  return { ...fields, questions: [...(faq?.questions ?? []), more] };
}

/** As the API takes it: empty lines are no questions. */
export const pairOf = ({ questions, ...fields }: PairFields) => ({
  ...fields,
  questions: questions.filter((question) => question.trim() !== ''),
});

/** What the API says of the questions that were sent, at their places in the form. */
export function questionProblems(
  questions: readonly string[],
  problem: Problem | null,
): (string | undefined)[] {
  const fields = problem?.fields ?? {};
  let sent = -1;
  return questions.map((question, place) => {
    if (question.trim() !== '') sent += 1;
    const own = question.trim() === '' ? undefined : fields[`questions.${sent}`]?.[0];
    return own ?? (place === 0 ? fields.questions?.[0] : undefined);
  });
}
