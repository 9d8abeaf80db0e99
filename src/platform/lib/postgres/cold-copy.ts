/** Where `ControlFileData` of PostgreSQL has its state. */
const STATE_AT = 16;
/**
 * Per state, how much later than pg_control the server may have written its last file. Times in archives are whole
 * seconds. 1: shut down. 3: a slow shutdown that Kurir ended after its last checkpoint began; the log repairs it.
 */
const GRACE_SECONDS = new Map([
  [1, 1],
  [3, 5],
]);

/** What a copy of a data folder shows of its cluster. */
export interface CopiedCluster {
  hasPidFile: boolean;
  /** The file global/pg_control. */
  control: Buffer;
  /** When pg_control and the newest other file were written, in seconds. */
  times?: { control: number; newest: number };
}

/** What shows that the server ran while it was copied, or was killed before. Null for a usable copy. */
export function findHotSign({ hasPidFile, control, times }: CopiedCluster): string | null {
  if (hasPidFile) return 'it has postmaster.pid';
  const state = control.length < STATE_AT + 4 ? -1 : control.readUInt32LE(STATE_AT);
  const grace = GRACE_SECONDS.get(state);
  if (grace === undefined) return 'its database was not shut down';
  if (times && times.newest > times.control + grace) {
    return 'its files are newer than the shutdown of its database; copy them with their times: tar, cp -a';
  }
  return null;
}
