// Waits for the end of a test run, then ends its processes and removes its folder. Argument: the folder.
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentOf, everyProcess, workingFolder } from './processes.ts';

const POLL_MS = 100;
/** After an immediate shutdown of PostgreSQL, which frees its shared memory. */
const PATIENCE_MS = 5_000;
const GIVE_UP_MS = 20_000;
/** Workers of Vitest end by themselves. Vitest waits a minute for one that is killed meanwhile. */
const WORKER = '/vitest/dist/workers/';
const WORKER_PATIENCE_MS = 15_000;

const [folder = ''] = process.argv.slice(2);
// Signals to the terminal's processes reach the run, which may still tidy up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

process.stdin.resume();
process.stdin.on('error', () => {});
process.stdin.once('close', async () => {
  const startedAt = performance.now();
  for (;;) {
    const left = processesIn(folder);
    const sinceMs = performance.now() - startedAt;
    for (const { pid, words } of left) end(pid, words, sinceMs);
    // A run that still supervises its server starts it again, which writes into the folder.
    const isRemoved = left.length === 0 && (await remove(folder));
    if ((isRemoved && processesIn(folder).length === 0) || sinceMs > GIVE_UP_MS) break;
    await delay(POLL_MS);
  }
  await remove(folder);
  process.exit();
});

/** False when a process wrote into it meanwhile. */
function remove(place: string): Promise<boolean> {
  return rm(place, { recursive: true, force: true }).then(
    () => true,
    () => false,
  );
}

/** Gateways restart their servers, so all ends at once. */
function end(pid: number, words: string[], sinceMs: number): void {
  if (sinceMs < WORKER_PATIENCE_MS && words.some((word) => word.includes(WORKER))) return;
  const isServer = words[0]?.endsWith('/bin/postgres');
  try {
    process.kill(pid, isServer && sinceMs < PATIENCE_MS ? 'SIGQUIT' : 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function processesIn(place: string) {
  return everyProcess().filter(
    ({ pid }) =>
      pid !== process.pid && (workingFolder(pid).startsWith(place) || environmentOf(pid).includes(place)),
  );
}
