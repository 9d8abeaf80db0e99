import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const REPORTER = fileURLToPath(new URL('./summary-reporter.ts', import.meta.url));

test('a green run closes with its counts and ends with 0', async () => {
  const run = await runVitest({ 'a.test.js': passing('one') + passing('two') });

  expect(run).toEqual({ exitCode: 0, lastLine: '2 passed, 0 failed' });
});

test('a red test is counted and the run ends with 1', async () => {
  const run = await runVitest({ 'a.test.js': passing('one') + failing('two') });

  expect(run).toEqual({ exitCode: 1, lastLine: '1 passed, 1 failed' });
});

test('a test file that does not load is a failure', async () => {
  const run = await runVitest({ 'a.test.js': passing('one'), 'b.test.js': "throw new Error('broken');" });

  expect(run).toEqual({ exitCode: 1, lastLine: '1 passed, 1 failed' });
});

test('an error outside of every test is a failure', async () => {
  const leak =
    "test('one', async () => { setTimeout(() => { throw new Error('late'); }, 0); await new Promise(setImmediate); });";

  const run = await runVitest({ 'a.test.js': leak });

  expect(run).toEqual({ exitCode: 1, lastLine: '1 passed, 1 failed' });
});

test('a global setup that fails is a failure, though no test ran', async () => {
  const run = await runVitest({ 'a.test.js': passing('one') }, "throw new Error('no database');");

  expect(run).toEqual({ exitCode: 1, lastLine: '0 passed, 1 failed' });
});

test('a global teardown that fails is a failure, though every test passed', async () => {
  const run = await runVitest(
    { 'a.test.js': passing('one') },
    "return () => { throw new Error('still running'); };",
  );

  expect(run).toEqual({ exitCode: 1, lastLine: '1 passed, 1 failed' });
});

test.each([
  ['no file matches', {}],
  ['every test is skipped', { 'a.test.js': "test.skip('one', () => {});" }],
])('a run in which nothing ran is red: %s', async (_name, files) => {
  const run = await runVitest(files);

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
