import { expect, test } from 'vitest';
import { judgePassages, judgeQuestions, languagesOf } from './measure.ts';

const LESSONS = [
  ...[
    'where is my parcel',
    'has my order shipped',
    'on which truck is my package',
    'when does my order arrive',
  ].map((text) => ({
    text,
    label: 'tracking',
  })),
  ...['i want a refund', 'give me my money back', 'how do refunds work', 'refund my payment'].map((text) => ({
    text,
    label: 'refund',
  })),
];

test('figures are per cent, and AUROC goes up to 1', () => {
  const tests = [
    { text: 'where is my package', label: 'tracking' },
    { text: 'can i get a refund', label: 'refund' },
    { text: 'who won the cup in brazil', label: '' },
  ];

  const figures = judgeQuestions(LESSONS, tests, () => 0);

  expect(figures).toMatchObject({
    accuracy: 100,
    top3: 100,
    oos_recall: 100,
    auroc: 1,
    train_ms: 0,
    p95_ms: 0,
  });
  expect(figures.wrongly_answered_oos).toBe(0);
});

test('a figure without rows is null', () => {
  const figures = judgeQuestions(LESSONS, [{ text: 'where is my package', label: 'tracking' }], () => 0);

  expect(figures).toMatchObject({ oos_recall: null, auroc: null, wrongly_answered_oos: null });
});

test('a passage counts by its place', () => {
  const passages = [
    { id: '1', text: 'The warranty lasts twelve months.' },
    { id: '2', text: 'We deliver on working days.' },
    { id: '3', text: 'The warranty ends with a broken seal.' },
  ];
  const tests = [
    { text: 'how many months of warranty', id: '1' },
    { text: 'warranty', id: '3' },
    { text: 'something else', id: '2' },
  ];

  expect(judgePassages(passages, tests)).toEqual({ recall_at_1: 33.33, recall_at_5: 66.67, mrr: 0.5 });
});

test('languages are those of the texts, the more frequent one first', () => {
  expect(languagesOf(['apa itu', 'berapa harganya', 'how much is it'])).toEqual(['id', 'en']);
  expect(languagesOf(['what is the price'])).toEqual(['en']);
  expect(languagesOf(['xyz'])).toEqual(['id', 'en']);
});
