import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './test/harness/summary-reporter.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    pool: 'forks',
    // One more than this project's smallest machine has processors: many tests wait for other processes.
    maxWorkers: 3,
    reporters: ['default', new SummaryReporter()],
    allowOnly: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    expect: { requireAssertions: true },
  },
});
