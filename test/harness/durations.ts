import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FILE = fileURLToPath(new URL('durations.json', import.meta.url));
/** Faster files need no place in the order. */
const LEAST_SECONDS = 5;

/** Seconds of each slow test file, by its path. */
export function durations(): Record<string, number> {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** Writes the durations of a run over those of the files that ran. */
export function keepDurations(ran: readonly { file: string; ms: number }[]): void {
  const all = { ...durations() };
  for (const { file, ms } of ran) all[relative(ROOT, file)] = Math.round(ms / 1000);
  const slow = Object.entries(all).filter(
    ([file, seconds]) => seconds >= LEAST_SECONDS && existsSync(ROOT + file),
  );
  slow.sort(([a, of], [b, than]) => than - of || a.localeCompare(b));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(slow), null, 2)}\n`);
}
