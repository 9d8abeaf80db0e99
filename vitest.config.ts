import { defineConfig } from 'vitest/config';
import { isLong } from './test/harness/long.ts';
import { SlowestFirst } from './test/harness/slowest-first.ts';
import { SummaryReporter } from './test/harness/summary-reporter.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'sandbox/**/*.test.ts', 'web/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: isLong ? [] : ['**/*.long.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    setupFiles: ['test/harness/late-hooks.ts', 'test/harness/compile-cache.ts', 'test/harness/web-texts.ts'],
    pool: 'forks',
    // Files of a worker share modules, because loading them took a third of the time. Modules have no state.
    isolate: false,
    // Node loads the modules, as in production. Those that Vite transforms take more processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Tests make much garbage. More room for it means fewer collections.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    // One more than the processors of the smallest machine: many tests wait for other processes.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', new SummaryReporter()],
    allowOnly: false,
    // The job runner leaves a promise without a handler while it completes a job, and repeats the job later. The
    // gateway survives the same rejection (src/app/processes/lost-database.ts). Every other one fails the run.
    onUnhandledError: (error) => !error.stack?.includes('graphile-worker/dist/sql/completeJobs'),
    // For tests that hang. Generous, because a busy machine must not look like a fault.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { requireAssertions: true, poll: { interval: 20, timeout: 30_000 } },
  },
});
