import { expect, test } from 'vitest';
import { runSteps, type Step } from './steps.ts';

test('answers the results in the order of the steps, and tells them as they come', async () => {
  const slow = Promise.withResolvers<string[]>();
  const steps: Step[] = [
    { name: 'slow', run: () => slow.promise },
    { name: 'quick', run: async () => ['wrong'] },
  ];
  const told: string[] = [];

  const results = await runSteps(steps, 2, ({ name }) => {
    told.push(name);
    slow.resolve([]);
  });

  expect(told).toEqual(['quick', 'slow']);
  expect(results).toMatchObject([
    { name: 'slow', problems: [] },
    { name: 'quick', problems: ['wrong'] },
  ]);
});

test('runs no more steps at a time than asked', async () => {
  let running = 0;
  let most = 0;
  const step: Step = {
    name: 'step',
    async run() {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return [];
    },
  };

  await runSteps([step, step, step, step, step], 2, () => {});

  expect(most).toBe(2);
});

test('a step that throws is a problem and does not stop the others', async () => {
  const steps: Step[] = [
    { name: 'broken', run: () => Promise.reject(new Error('no such program')) },
    { name: 'fine', run: async () => [] },
  ];

  const [broken, fine] = await runSteps(steps, 1, () => {});

  expect(broken?.problems).toEqual([expect.stringContaining('no such program')]);
  expect(fine?.problems).toEqual([]);
});
