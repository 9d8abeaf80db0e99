import { expect, test } from 'vitest';
import { chooseBands, type Judged } from './bands.ts';

/** Held-out texts of one kind, from the highest certainty down. */
const texts = (kind: Judged['kind'], count: number, from: number, to: number): Judged[] =>
  Array.from({ length: count }, (_, at) => {
    const certainty = from - ((from - to) * at) / count;
    return { kind, certainty, confidence: certainty, weight: 1 / count };
  });

test('the answers begin where the held-out texts show that enough of them are right', () => {
  const { answer } = chooseBands([...texts('right', 400, 1, 0.2), ...texts('off_topic', 400, 0.85, 0)]);

  expect(answer).toBeGreaterThanOrEqual(0.8);
  expect(answer).toBeLessThan(0.9);
});

test('where as many high certainties are wrong as right, only the same words are answered', () => {
  const half = (kind: Judged['kind']) => texts(kind, 40, 1, 0.2).map((each) => ({ ...each, weight: 1 / 80 }));

  const { answer } = chooseBands([...half('right'), ...half('wrong'), ...texts('off_topic', 80, 0.3, 0)]);

  expect(answer).toBe(1);
});

test('two right answers show nothing', () => {
  const { answer } = chooseBands([...texts('right', 2, 0.95, 0.9), ...texts('off_topic', 10, 0.3, 0)]);

  expect(answer).toBe(1);
});
