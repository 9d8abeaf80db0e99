import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive } from './gateway.ts';
import { until } from './until.ts';

const USER = fileURLToPath(new URL('./run-folder-user.ts', import.meta.url));

test.runIf(process.platform === 'linux').each([
  ['is killed', [process.execPath, USER], 'SIGKILL'],
  ['loses its parent', ['sh', '-c', '"$@" & wait', 'sh', process.execPath, USER], 'SIGKILL'],
  ['closes its folder', [process.execPath, USER], 'SIGUSR2'],
] as const)('a run that %s leaves no database, no gateway and no files', async (_how, command, signal) => {
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { folder, pids } = JSON.parse((await lines.next()).value ?? '');
  const before = pids.map(isAlive);

  child.kill(signal);

  expect(before).toEqual([true, true, true, true]);
  await until(() => !pids.some(isAlive));
  await until(() =>
    access(folder).then(
      () => false,
      () => true,
    ),
  );
});
