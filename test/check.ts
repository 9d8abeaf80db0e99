import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findStale } from './docs/generate.ts';
import { buildDashboardOnce } from './harness/dashboard-build.ts';
import { findDependencyProblems, readDependencyFiles } from './hygiene/dependencies.ts';
import { findShapeProblems } from './hygiene/shape.ts';
import { runSteps, type Step, type StepResult } from './hygiene/steps.ts';
import { readTree } from './hygiene/tree.ts';
import { findWordProblems } from './hygiene/words.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** With the packages, so that a fresh installation checks everything. */
const TYPES_CACHE = 'node_modules/.cache/kurir/types.json';

const FOLDERS = ['src', 'sandbox', 'widget', 'web/src', 'test', 'bin'];

const sizeLimit = tool('', 'size-limit/bin.js');

/** Static checks. Only the build of the dashboard is written. The slowest first. */
const STEPS: Step[] = [
  tool('types', 'typescript/bin/tsc', '--project', '.', '--incremental', '--tsBuildInfoFile', TYPES_CACHE),
  tool('types of the widget', 'typescript/bin/tsc', '--project', 'widget'),
  tool(
    'types of the dashboard',
    ...['typescript/bin/tsc', '--project', 'web'],
    ...['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/kurir/web-types.json'],
  ),
  tool('format and lint', '@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off', '.'),
  tool('import rules', 'dependency-cruiser/bin/dependency-cruiser.mjs', ...FOLDERS),
  tool('dead code', 'knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'),
  tool(
    'dead in production',
    'knip/bin/knip.js',
    '--no-progress',
    '--production',
    '--include=files,dependencies',
  ),
  {
    name: 'size of the dashboard',
    run: async () => {
      await buildDashboardOnce();
      return sizeLimit.run();
    },
  },
  { name: 'generated documents', run: findStale },
  { name: 'dependencies', run: async () => findDependencyProblems(await readDependencyFiles()) },
  { name: 'words', run: async () => findWordProblems(await readTree()) },
  { name: 'shape', run: async () => findShapeProblems(await readTree()) },
];

/** The output of the program is the problem when its exit code is not 0. */
function tool(name: string, script: string, ...args: string[]): Step {
  return {
    name,
    run: () =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [`${ROOT}node_modules/${script}`, ...args], { cwd: ROOT });
        let output = '';
        child.stdout.on('data', (chunk) => (output += chunk));
        child.stderr.on('data', (chunk) => (output += chunk));
        child.on('error', reject);
        child.on('close', (code) => resolve(code === 0 ? [] : [output.trim() || `ended with ${code}`]));
      }),
  };
}

function print({ name, problems, seconds }: StepResult): void {
  const verdict = problems.length === 0 ? 'ok    ' : 'FAILED';
  process.stdout.write(`${verdict} ${name.padEnd(20)} ${seconds.toFixed(1).padStart(5)} s\n`);
}

const results = await runSteps(STEPS, availableParallelism(), print);
for (const { name, problems } of results.filter((result) => result.problems.length > 0)) {
  process.stdout.write(`\n== ${name}\n${problems.join('\n')}\n`);
  process.exitCode = 1;
}
