import { test } from 'vitest';
import { isLong } from './long.ts';

/** A test that `npm run test:long` alone runs. */
export const longTest = test.runIf(isLong);
