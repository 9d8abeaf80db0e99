import { MINUTE } from '../clock.ts';
import type { Log } from '../log.ts';
import { type FileStore, StoreUnavailable } from './file-store.ts';

/** Rows whose files are to be removed. */
export interface Removals<Row> {
  /** Those due at this time, the longest due first. */
  list(start: Date, limit: number): Promise<Row[]>;
  namesOf(row: Row): string[];
  noteRemoval(rows: readonly Row[]): Promise<void>;
  postpone(rows: readonly Row[], until: Date): Promise<void>;
}

interface Place {
  now(): Date;
  log: Log;
}

const CHUNK = 100;
/** Of a file that could not be removed. */
const RETRY_MS = 10 * MINUTE;
/** A run without success ends: each call may wait for a storage that does not answer. */
const PATIENCE_MS = MINUTE;

/** Removes the files of these rows. A file that cannot be removed delays no other file. */
export async function removeFiles<Row>(
  { now, log }: Place,
  files: FileStore,
  removals: Removals<Row>,
  patienceMs = PATIENCE_MS,
): Promise<number> {
  let removed = 0;
  let failed = 0;
  // Postponed rows are due after it, so that each row is found once.
  const start = now();
  const patience = new Patience(patienceMs);
  while (!patience.isOver()) {
    const found = await removals.list(start, CHUNK);
    const { done, left } = await removeChunk(files, found, { removals, patience });
    if (done.length > 0) await removals.noteRemoval(done);
    const [first] = left;
    if (first) {
      if (failed === 0)
        log.warn({ err: first.error, names: removals.namesOf(first.row) }, 'files.not_deleted');
      const rows = left.map(({ row }) => row);
      await removals.postpone(rows, new Date(now().getTime() + RETRY_MS));
    }
    removed += done.length;
    failed += left.length;
    if (found.length < CHUNK) break;
  }
  if (failed > 0) log.warn({ files: failed }, 'files.deletions_postponed');
  return removed;
}

class Patience {
  readonly #ms: number;
  #successAt = performance.now();

  constructor(ms: number) {
    this.#ms = ms;
  }

  noteSuccess(): void {
    this.#successAt = performance.now();
  }

  isOver(): boolean {
    return performance.now() - this.#successAt >= this.#ms;
  }
}

/** Leaves the rest when the patience is over: a later run finds it. */
async function removeChunk<Row>(
  files: FileStore,
  found: readonly Row[],
  { removals, patience }: { removals: Removals<Row>; patience: Patience },
) {
  const done: Row[] = [];
  const left: { row: Row; error: StoreUnavailable }[] = [];
  for (const row of found) {
    if (patience.isOver()) break;
    try {
      await Promise.all(removals.namesOf(row).map((name) => files.remove(name)));
      done.push(row);
      patience.noteSuccess();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      left.push({ row, error });
    }
  }
  return { done, left };
}
