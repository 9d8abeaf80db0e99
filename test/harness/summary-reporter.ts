import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { keepDurations } from './durations.ts';

/** Counts a finished run. A file that did not load and an error outside of any test count as one failure each. */
export function countTests(
  modules: readonly TestModule[],
  unhandled: readonly SerializedError[],
): { passed: number; failed: number } {
  let passed = 0;
  let failed = unhandled.length;
  for (const module of modules) {
    const failedTests = [...module.children.allTests('failed')].length;
    passed += [...module.children.allTests('passed')].length;
    failed += failedTests === 0 && !module.ok() ? 1 : failedTests;
  }
  return { passed, failed };
}

/** The closing line. A run that ended badly, or in which no test ran, is never reported as free of failures. */
export function closingLine(counts: { passed: number; failed: number }, exitCode: number): string {
  const failed = exitCode === 0 ? counts.failed : Math.max(1, counts.failed);
  return `${counts.passed} passed, ${failed} failed`;
}

/**
 * Prints `N passed, N failed` as the very last line of the run, after the teardown of the global setup. With
 * KURIR_TEST_DURATIONS it keeps how long each file took.
 */
export class SummaryReporter implements Reporter {
  private counts = { passed: 0, failed: 0 };

  onInit(): void {
    process.once('exit', (code) => {
      const nothingRan = this.counts.passed + this.counts.failed === 0;
      const exitCode = code === 0 && nothingRan ? 1 : code;
      process.exitCode = exitCode;
      process.stdout.write(`${closingLine(this.counts, exitCode)}\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.counts = countTests(modules, unhandled);
    if (process.env.KURIR_TEST_DURATIONS === undefined) return;
    keepDurations(modules.map((module) => ({ file: module.moduleId, ms: module.diagnostic().duration })));
  }
}
