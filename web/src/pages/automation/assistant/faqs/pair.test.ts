import { expect, test } from 'vitest';
import { Problem } from '../../../../api/problem.ts';
import type { Faq } from '../queries.ts';
import { fieldsOf, pairOf, questionProblems } from './pair.ts';

const FAQ: Faq = {
  ...{ id: 'f1', answer: 'Jam 8.', questions: ['Jam buka?'], language: null, device_uuids: null },
  ...{ enabled: true, created_at: '2025-11-21T08:15:30.000Z', updated_at: '2025-11-21T08:15:30.000Z' },
};

test('a question of the address is one more question of the pair, and a known one is not repeated', () => {
  expect(fieldsOf(FAQ, ' buka kapan ').questions).toEqual(['Jam buka?', 'buka kapan']);
  expect(fieldsOf(FAQ, 'Jam buka?').questions).toEqual(['Jam buka?']);
  expect(fieldsOf(null, '').questions).toEqual(['']);
});

test('empty lines are no questions, and a problem is shown at the line that was sent', () => {
  const fields = { ...fieldsOf(FAQ, ''), questions: ['', 'Jam buka?', ' ', 'x'] };
  const problem = new Problem(422, 'invalid_fields', '', { fields: { 'questions.1': ['is wrong'] } });

  expect(pairOf(fields).questions).toEqual(['Jam buka?', 'x']);
  expect(questionProblems(fields.questions, problem)).toEqual([undefined, undefined, undefined, 'is wrong']);
});
