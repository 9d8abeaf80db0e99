import { expect, test } from 'vitest';
import { readColumns } from './csv-file.ts';
import { judgeQuestions, type Labelled } from './measure.ts';

/** Home-made: 60 answers of a shop with 8 questions each, and 150 messages about other things. */
const SHOP = ['orders', 'goods'].flatMap((part) =>
  readColumns(`test/assistant/shop-${part}.id.csv`, ['text', 'label']),
);
const OFF_TOPIC = readColumns('test/assistant/off-topic.id.csv', ['text']);

/** The last `held` questions of each answer are asked, the others are learned. */
function split(held: number): { lessons: Labelled[]; asked: Labelled[] } {
  const byLabel = Map.groupBy(SHOP, ({ label }) => label);
  const parts = [...byLabel.values()];
  return {
    lessons: parts.flatMap((rows) => rows.slice(0, -held)),
    asked: [
      ...parts.flatMap((rows) => rows.slice(-held)),
      ...OFF_TOPIC.map(({ text }) => ({ text, label: '' })),
    ],
  };
}

test('the home-made set has the size that it claims, and no text twice', () => {
  const texts = [...SHOP, ...OFF_TOPIC].map(({ text }) => text);

  expect(new Set(SHOP.map(({ label }) => label)).size).toBe(60);
  expect(SHOP).toHaveLength(480);
  expect(OFF_TOPIC).toHaveLength(150);
  expect(new Set(texts).size).toBe(630);
});

test('six Indonesian questions per answer are enough for a useful assistant', () => {
  const { lessons, asked } = split(2);

  const figures = judgeQuestions(lessons, asked, () => performance.now());

  expect(figures.accuracy).toBeGreaterThan(67);
  expect(figures.top3).toBeGreaterThan(87);
  expect(figures.auroc).toBeGreaterThan(0.86);
  expect(figures.coverage).toBeGreaterThan(85);
  expect(figures.oos_recall).toBeGreaterThan(55);
  expect(figures.wrongly_answered_oos).toBeLessThan(4);
  expect(figures.answered_precision ?? 100).toBeGreaterThan(80);
});

/** Home-made, with one to three questions per answer: a laundry, and shops in Indonesia, Brazil and Mexico. */
test.each([
  ['laundry.id', { accuracy: 60, top3: 82, auroc: 0.7, coverage: 66 }, 60],
  ['clothes.en', { accuracy: 33, top3: 63, auroc: 0.8, coverage: 58 }, 60],
  ['shop.pt', { accuracy: 85, top3: 92, auroc: 0.95, coverage: 95 }, 35],
  ['shop.es', { accuracy: 85, top3: 90, auroc: 0.93, coverage: 95 }, 35],
])('one to three questions per answer are a beginning: %s', (name, least, oosRecall) => {
  const rows = readColumns(`test/assistant/${name}.csv`, ['part', 'text', 'label']);
  const lessons = rows.filter(({ part }) => part === 'train');
  const asked = rows.filter(({ part }) => part !== 'train');

  const figures = judgeQuestions(lessons, asked, () => performance.now());

  expect(figures.accuracy).toBeGreaterThan(least.accuracy);
  expect(figures.top3).toBeGreaterThan(least.top3);
  expect(figures.auroc).toBeGreaterThan(least.auroc);
  expect(figures.coverage).toBeGreaterThan(least.coverage);
  expect(figures.oos_recall).toBeGreaterThan(oosRecall);
});
