import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../.ci/run', import.meta.url));

test.each([
  ['all is well', { check: 0, tests: 0, output: 'fine\n12 passed, 0 failed' }, '12 passed, 0 failed', 0],
  ['a test is red', { check: 0, tests: 1, output: '11 passed, 1 failed' }, '11 passed, 1 failed', 1],
  ['a check is red', { check: 1, tests: 0, output: '12 passed, 0 failed' }, '12 passed, 1 failed', 1],
  ['both are red', { check: 1, tests: 1, output: '11 passed, 1 failed' }, '11 passed, 2 failed', 1],
  ['the runner broke off', { check: 0, tests: 137, output: 'fine' }, '0 passed, 1 failed', 1],
  ['it broke after closing', { check: 0, tests: 1, output: '9 passed, 0 failed' }, '9 passed, 1 failed', 1],
  ['nothing ran', { check: 0, tests: 0, output: 'fine' }, '0 passed, 1 failed', 1],
  ['the runner only', { check: 0, tests: 0, output: '0 passed, 0 failed' }, '0 passed, 1 failed', 1],
  ['something follows', { check: 0, tests: 0, output: '9 passed, 0 failed\nbye' }, '9 passed, 0 failed', 0],
])('closes with one honest line when %s', async (_name, npm, lastLine, exitCode) => {
  const run = await runWith(npm);

  expect(run).toEqual({ lastLine, exitCode });
});

test('does not repeat the closing line of the runner', async () => {
  const output = await outputOf({ check: 0, tests: 0, output: '12 passed, 0 failed' });

  expect(output.match(/passed/g)).toHaveLength(1);
});

interface FakeNpm {
  /** Exit codes of the two commands. */
  check: number;
  tests: number;
  /** What `npm test` prints. */
  output: string;
}

async function runWith(npm: FakeNpm): Promise<{ lastLine: string; exitCode: number }> {
  const { stdout, exitCode } = await run(npm);
  return { lastLine: stdout.trimEnd().split('\n').at(-1) ?? '', exitCode };
}

async function outputOf(npm: FakeNpm): Promise<string> {
  return (await run(npm)).stdout;
}

/** Runs the real script in a new folder, with a fake npm in its PATH. */
async function run({ check, tests, output }: FakeNpm): Promise<{ stdout: string; exitCode: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-ci-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, '.ci'));
  await cp(SCRIPT, join(folder, '.ci/run'));
  const npm = `#!/bin/sh
case "$*" in
  *check) exit ${check} ;;
  *test) printf '%s\\n' '${output}'; exit ${tests} ;;
esac
exit 99
`;
  await writeFile(join(folder, 'npm'), npm, { mode: 0o755 });

  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  return new Promise((resolve) => {
    execFile(join(folder, '.ci/run'), { env }, (error, stdout) => {
      resolve({ stdout, exitCode: error === null ? 0 : Number(error.code) });
    });
  });
}
