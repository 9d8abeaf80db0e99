import { expect, test } from 'vitest';
import { finish } from '../../test-work.ts';
import { planImport as steps } from './import-plan.ts';

const planImport = (...given: Parameters<typeof steps>) => finish(steps(...given));

const COLUMNS = { question: 0, answer: 1 };
const rowsOf = (...rows: [question: string, answer: string, ...more: string[]][]) => ({
  header: ['question', 'answer'],
  rows: rows.map((cells, index) => ({ line: index + 2, cells })),
  problems: [],
});
const PRESENT = [
  { id: 1, answer: 'Jam 9.', questions: ['Buka jam berapa?', 'Jam buka?'] },
  { id: 2, answer: 'Di Bandung.', questions: ['Di mana?'] },
];

test('rows of one answer are its variants', () => {
  const rows = rowsOf(['Ongkir?', 'Rp15.000'], ['Biaya kirim?', ' Rp15.000 '], ['Bisa COD?', 'Bisa']);

  const plan = planImport(rows, COLUMNS, [], 'add');

  expect(plan.insert).toEqual([
    { answer: 'Rp15.000', questions: ['Ongkir?', 'Biaya kirim?'] },
    { answer: 'Bisa', questions: ['Bisa COD?'] },
  ]);
  expect(plan).toMatchObject({ addedQuestions: 3, unchanged: 0, problems: [] });
});

test('a known answer gets the new question; a known question is left as it is', () => {
  const rows = rowsOf(['kapan buka', 'Jam 9.'], ['BUKA  JAM BERAPA', 'Jam 9.']);

  const plan = planImport(rows, COLUMNS, PRESENT, 'add');

  expect(plan).toMatchObject({ insert: [], remove: [], addedQuestions: 1, unchanged: 1 });
  expect(plan.update).toEqual([{ id: 1, questions: ['Buka jam berapa?', 'Jam buka?', 'kapan buka'] }]);
});

test('with `replace`, pairs and questions that the file does not have are removed', () => {
  const plan = planImport(rowsOf(['Jam buka?', 'Jam 9.']), COLUMNS, PRESENT, 'replace');

  expect(plan).toMatchObject({ insert: [], remove: [2], removedQuestions: 2, unchanged: 1 });
  expect(plan.update).toEqual([{ id: 1, questions: ['Jam buka?'] }]);
});

test('with `replace`, a question moves to its new answer', () => {
  const plan = planImport(rowsOf(['Di mana?', 'Di Jakarta.']), COLUMNS, PRESENT, 'replace');

  expect(plan.insert).toEqual([{ answer: 'Di Jakarta.', questions: ['Di mana?'] }]);
  expect(plan.remove).toEqual([1, 2]);
});

test('the file that was exported changes nothing', () => {
  const rows = rowsOf(
    ...PRESENT.flatMap(({ questions, answer }) => questions.map((each): [string, string] => [each, answer])),
  );

  const plan = planImport(rows, COLUMNS, PRESENT, 'replace');

  expect(plan).toMatchObject({ insert: [], update: [], remove: [], unchanged: 3, problems: [] });
});

test.each([
  ['question is required', ['  ', 'Jam 9.']],
  ['answer is required', ['Jam buka?', '']],
  ['question must have at most 500 characters', ['x'.repeat(501), 'Jam 9.']],
  ['question must not contain NUL or unpaired surrogates', ['a\0', 'Jam 9.']],
  ['answer has no variable "nama"', ['Halo', '{{nama}}']],
  ['question has another answer already', ['Di mana?', 'Di Jakarta.']],
  ['has more cells than the header: put quotes around', ['Bisa retur?', 'Bisa', ' asal segel utuh.']],
] as const)('%s: the row is reported', (problem, row) => {
  const plan = planImport(rowsOf([...row]), COLUMNS, PRESENT, 'add');

  expect(plan.problems).toEqual([{ line: 2, problem: expect.stringContaining(problem) }]);
  expect(plan).toMatchObject({ insert: [], update: [], addedQuestions: 0 });
});

test('an answer has at most 100 questions', () => {
  const rows = rowsOf(...Array.from({ length: 101 }, (_, n): [string, string] => [`tanya ${n}`, 'Jawab']));

  const plan = planImport(rows, COLUMNS, [], 'add');

  expect(plan.insert[0]?.questions).toHaveLength(100);
  expect(plan.problems).toEqual([{ line: 102, problem: 'answer has 100 questions already' }]);
});
