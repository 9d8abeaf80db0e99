import type { TestQuestionRow } from './question.ts';
import type { TestQuestion } from './schema.ts';

export function viewTestQuestion(row: TestQuestionRow): TestQuestion {
  const { question_uuid: id, question, faq_uuid: faq_id, outcome, earlier_outcome } = row;
  return {
    ...{ id, question, faq_id, outcome, earlier_outcome },
    checked_at: row.checked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
