import { expect, test } from 'vitest';
import { fitGate, shareOf } from './logistic.ts';
import { seededRandom } from './random.ts';

const ZERO = { bias: 0, weights: [0, 0] };

test('the weights are found from which the examples were drawn', () => {
  const random = seededRandom(1);
  const examples = Array.from({ length: 20_000 }, () => {
    const signals = [random() * 4 - 2, random() * 4 - 2];
    return { signals, is: random() < shareOf({ bias: 0.5, weights: [2, -1] }, signals), weight: 1 };
  });

  const { bias, weights } = fitGate(examples, ZERO, 1e-3);

  expect(bias).toBeCloseTo(0.5, 0);
  expect(weights[0]).toBeCloseTo(2, 0);
  expect(weights[1]).toBeCloseTo(-1, 0);
});

test('without examples the prior stays', () => {
  const prior = { bias: 1, weights: [2, 3] };

  expect(fitGate([], prior, 1)).toEqual(prior);
});

test('examples that a line divides, far from the prior, give finite weights in the right direction', () => {
  const examples = [-3, -2, 2, 3].map((signal) => ({ signals: [signal, 0], is: signal > 0, weight: 0.25 }));

  const gate = fitGate(examples, { bias: 60, weights: [-40, 5] }, 1e-3);

  expect(shareOf(gate, [3, 0])).toBeGreaterThan(0.9);
  expect(shareOf(gate, [-3, 0])).toBeLessThan(0.1);
});
