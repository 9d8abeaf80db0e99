import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SECOND } from './clock.ts';

const LOOK_MS = 10 * SECOND;
/** Of one processor. A gateway at rest takes one or two percent. */
const QUIET_SHARE = 0.05;
const QUIET_LOOKS = 3;
/** Ten minutes: what is used rarely adds up too. */
const EACH_LOOKS = 60;

/**
 * After half a minute at rest, and then every ten, collects, which takes about 0.1 s. V8 alone keeps what a start or a
 * burst needed: up to 100 MiB of a main process.
 */
export function returnSpareMemory(): void {
  const look = lookForRest({ cpuMs: () => process.cpuUsage().user / 1_000, collect });
  setInterval(look, LOOK_MS).unref();
}

/** The first look begins to measure. */
export function lookForRest(parts: { cpuMs: () => number; collect: () => void }): () => void {
  let [before, quiet] = [Number.NEGATIVE_INFINITY, 0];
  return () => {
    const now = parts.cpuMs();
    quiet = now - before < QUIET_SHARE * LOOK_MS ? quiet + 1 : 0;
    before = now;
    if (quiet % EACH_LOOKS === QUIET_LOOKS) parts.collect();
  };
}

/** The flags return to what they were: the compile cache is valid for these alone. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc: () => void = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  gc();
}
