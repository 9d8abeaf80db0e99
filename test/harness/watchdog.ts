// Waits for the end of a test run, then ends its processes and removes its folder. Argument: the folder.
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentOf, everyProcess, workingFolder } from './processes.ts';

const POLL_MS = 100;
/** After an immediate shutdown of PostgreSQL, which frees its shared memory. */
const PATIENCE_MS = 5_000;
const GIVE_UP_MS = 20_000;

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
    if (left.length === 0 || sinceMs > GIVE_UP_MS) break;
    for (const { pid, words } of left) end(pid, words, sinceMs);
    await delay(POLL_MS);
  }
  await rm(folder, { recursive: true, force: true });
  process.exit();
});

/** Gateways restart their servers, so all ends at once. */
function end(pid: number, words: string[], sinceMs: number): void {
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
