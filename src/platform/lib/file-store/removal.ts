import { MINUTE } from '../clock.ts';
import type { Log } from '../log.ts';
import { type FileStore, StoreUnavailable } from './file-store.ts';

export interface Removals<Row> {
  list(start: Date, limit: number): Promise<Row[]>;
  namesOf(row: Row): string[];
  noteRemoval(rows: readonly Row[]): Promise<unknown>;
  postpone(rows: readonly Row[], until: Date): Promise<unknown>;
}

interface Place {
  now(): Date;
  log: Log;
}

const CHUNK = 100;
const RETRY_MS = 10 * MINUTE;
/** Ends runs without success: each call may wait long. */
const PATIENCE_MS = MINUTE;

/** One failure delays no other file. */
export async function removeFiles<Row>(
  { now, log }: Place,
  files: FileStore,
  removals: Removals<Row>,
  patienceMs = PATIENCE_MS,
): Promise<number> {
  let removed = 0;
  let failed = 0;
  // Postponed rows are due later: each is found once.
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
