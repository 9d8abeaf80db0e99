import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { longTest } from './long-test.ts';

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const REPORTER = fileURLToPath(new URL('./summary-reporter.ts', import.meta.url));

test('a green run closes with its counts and ends with 0', async () => {
  const run = await runVitest({ 'a.test.js': passing('one') + passing('two') });

  expect(run).toEqual({ exitCode: 0, lastLine: '2 passed, 0 failed' });
});

test('red tests, a file that does not load and an error outside of every test are failures', async () => {
  const leak =
    "test('two', async () => { setTimeout(() => { throw new Error('late'); }, 0); await new Promise(setImmediate); });";

  const run = await runVitest({
    'a.test.js': passing('one') + failing('red'),
    'b.test.js': "throw new Error('broken');",
    'c.test.js': leak,
  });

  expect(run).toEqual({ exitCode: 1, lastLine: '2 passed, 3 failed' });
});

longTest.each([
  ['setup that fails is a failure, though no test ran', "throw new Error('no database');", 0],
  [
    'teardown that fails is a failure, though every test passed',
    "return () => { throw new Error('still running'); };",
    1,
  ],
])('a global %s', async (_what, setup, passed) => {
  const run = await runVitest({ 'a.test.js': passing('one') }, setup);

  expect(run).toEqual({ exitCode: 1, lastLine: `${passed} passed, 1 failed` });
});

test('a run in which every test is skipped is red', async () => {
  const run = await runVitest({ 'a.test.js': "test.skip('one', () => {});" });

  expect(run).toEqual({ exitCode: 1, lastLine: '0 passed, 1 failed' });
});

longTest('a run in which no file matches is red', async () => {
  const run = await runVitest({});

  expect(run).toEqual({ exitCode: 1, lastLine: '0 passed, 1 failed' });
});

function passing(name: string): string {
  return `test('${name}', () => {});\n`;
}

function failing(name: string): string {
  return `test('${name}', () => { throw new Error('red'); });\n`;
}

/** Runs the real runner on these files in a new folder. `setup` is the body of a global setup. */
async function runVitest(
  files: Record<string, string>,
  setup = '',
): Promise<{ exitCode: number; lastLine: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-summary-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const config = `import { SummaryReporter } from '${REPORTER}';
    const test = { globals: true, globalSetup: './setup.js', reporters: ['default', new SummaryReporter()] };
    export default { test };`;
  const all = { ...files, 'vitest.config.ts': config, 'setup.js': `export default () => { ${setup} };` };
  for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);

  return new Promise((resolve) => {
    execFile(process.execPath, [VITEST, 'run', '--root', folder], { cwd: folder }, (error, stdout) => {
      const exitCode = error === null ? 0 : Number(error.code);
      resolve({ exitCode, lastLine: stdout.trimEnd().split('\n').at(-1) ?? '' });
    });
  });
}
