/** The state in `ControlFileData`. */
const STATE_AT = 16;
/**
 * How much later than pg_control the last file may be; times in archives are whole seconds. 1: shut down. 3: Kurir
 * ended a slow shutdown.
 */
const GRACE_SECONDS = new Map([
  [1, 1],
  [3, 5],
]);

export interface CopiedCluster {
  hasPidFile: boolean;
  /** The file global/pg_control. */
  control: Buffer;
  times?: { control: number; newest: number };
}

/** What shows that the server ran during the copy. Null: usable. */
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
