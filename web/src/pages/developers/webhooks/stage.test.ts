import { expect, test } from 'vitest';
import { stageOf } from './stage.ts';

const stageAfter = (failures: number, last_error: string | null = null) =>
  stageOf({
    status: failures < 10 ? 'enabled' : 'disabled',
    failure_count: failures,
    failures_left: 10 - failures,
    last_error,
  });

test.each([
  [0, 'good'],
  [4, 'counting'],
  [5, 'warning'],
  [6, 'warning'],
  [7, 'urgent'],
  [9, 'urgent'],
  [10, 'disabled'],
] as const)('after %i failures a webhook is %s', (failures, stage) => {
  expect(stageAfter(failures)).toBe(stage);
});

test('a webhook that fails now is a warning after its first failure', () => {
  expect(stageAfter(1, 'The endpoint answered 500.')).toBe('warning');
});
