/** Where `ControlFileData` of PostgreSQL has its state. */
const STATE_AT = 16;
const SHUT_DOWN = 1;
/** Times in archives are whole seconds. */
const TOLERANCE_SECONDS = 1;

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
  const state = control.length < STATE_AT + 4 ? null : control.readUInt32LE(STATE_AT);
  if (state !== SHUT_DOWN) return 'its database was not shut down';
  if (times && times.newest > times.control + TOLERANCE_SECONDS) {
    return 'its files are newer than the shutdown of its database; copy them with their times: tar, cp -a';
  }
  return null;
}
