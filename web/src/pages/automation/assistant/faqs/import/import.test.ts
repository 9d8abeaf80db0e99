import { expect, test } from 'vitest';
import { readCsv } from '../../../../../csv/csv.ts';
import { csvOf, guessColumns, pairsByLine, planImport } from './plan.ts';
import { NOTHING, type Send, upload } from './upload.ts';

const pairsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ line: n + 2, question: `tanya ${n}`, answer: 'Jawab' }));
const REPORT = { added_faqs: 0, added_questions: 0, unchanged: 0, bad_rows: 0, problems: [] };

test.each([
  ['Pertanyaan;Jawaban', { columns: { question: 0, answer: 1 }, hasHeader: true }],
  ['no,answer,question', { columns: { question: 2, answer: 1 }, hasHeader: true }],
  ['Boleh tanya?,Boleh', { columns: { question: 0, answer: 1 }, hasHeader: false }],
])('finds the columns of "%s"', (header, expected) => {
  expect(guessColumns(readCsv(`${header}\nx,y`))).toEqual(expected);
});

test('rows without a question or an answer are left out with their lines', () => {
  const plan = planImport(
    readCsv('question,answer\n"Jam\nbuka?",9\n,x\nCOD?,\n'),
    { question: 0, answer: 1 },
    true,
  );

  expect(plan.pairs).toEqual([{ line: 2, question: 'Jam\nbuka?', answer: '9' }]);
  expect(plan.bad).toMatchObject([
    { line: 4, reason: 'noQuestion' },
    { line: 5, reason: 'noAnswer' },
  ]);
});

test('the line of the gateway leads to the row of the file, also behind answers of several lines', () => {
  const pairs = [
    { line: 2, question: 'a', answer: 'x\n\ny' },
    { line: 9, question: 'b', answer: 'z' },
  ];

  const ends = csvOf(pairs).trimEnd().split('\n').length;

  expect([...pairsByLine(pairs)].map(([line, pair]) => [line, pair.line])).toEqual([
    [4, 2],
    [ends, 9],
  ]);
});

test('every refused row is named, also beyond those that a report names', async () => {
  const calls: boolean[] = [];
  const send: Send = async (csv, isCheck) => {
    calls.push(isCheck);
    const rows = csv.trimEnd().split('\n').length - 1;
    const lines = Array.from({ length: rows }, (_, n) => ({
      line: n + 2,
      problem: 'question has another answer already',
    }));
    return { ...REPORT, bad_rows: rows, problems: lines.slice(0, 100) };
  };

  const end = await upload(pairsOf(250), NOTHING, {
    signal: new AbortController().signal,
    onProgress: () => {},
    send,
  });

  expect(end.refused.map(({ line }) => line)).toEqual(pairsOf(250).map(({ line }) => line));
  expect(calls).toEqual([false, true, true]);
});

test('a problem of the gateway stops the import where it can go on', async () => {
  const seen: number[] = [];
  let calls = 0;
  let last = NOTHING;
  const options = {
    signal: new AbortController().signal,
    onProgress: (now: typeof NOTHING) => {
      seen.push(now.done);
      last = now;
    },
    send: async () => {
      calls += 1;
      if (calls === 2) throw new Error('gone');
      return { ...REPORT, added_questions: 1 };
    },
  };

  await expect(upload(pairsOf(1_200), NOTHING, options)).rejects.toThrow('gone');
  const end = await upload(pairsOf(1_200), last, options);

  expect(seen).toEqual([500, 1_000, 1_200]);
  expect([end.done, end.addedQuestions]).toEqual([1_200, 3]);
});
