import type { Context } from '../../context.ts';
import { DAY, MINUTE } from '../../lib/clock.ts';
import { type FileStore, StoreUnavailable } from '../../lib/file-store/file-store.ts';
import { thumbnailName } from './names.ts';
import * as store from './store.ts';

const CHUNK = 100;
/** Of a file that could not be deleted. */
const RETRY_MS = 10 * MINUTE;
/** A run without success ends: each call may wait for a storage that does not answer. */
const PATIENCE_MS = MINUTE;

/** Removes files after their days. */
export async function removeOldMedia(
  ctx: Context,
  files: FileStore,
  patienceMs = PATIENCE_MS,
): Promise<number> {
  const days = ctx.config.KURIR_MEDIA_DAYS;
  // Zero ends the fetches. It says nothing about the files that are stored.
  if (days === 0) return 0;
  const before = new Date(ctx.now().getTime() - days * DAY);
  while ((await store.expire(ctx.db, before, CHUNK)) === CHUNK);
  return deleteRemovedMedia(ctx, files, patienceMs);
}

/**
 * Deletes the files of removed rows, whose attempts have ended with their leases. A file that cannot be deleted delays
 * no other file.
 */
export async function deleteRemovedMedia(
  ctx: Context,
  files: FileStore,
  patienceMs = PATIENCE_MS,
): Promise<number> {
  let deleted = 0;
  let failed = 0;
  // Postponed rows are due after it, so that each row is found once.
  const start = ctx.now();
  const patience = new Patience(patienceMs);
  while (!patience.isOver()) {
    const now = ctx.now();
    const found = await store.listRemoved(ctx.db, start, CHUNK);
    const { done, left } = await deleteFiles(files, found, patience);
    if (done.length > 0) await store.noteRemoval(ctx.db, done, now);
    const [first] = left;
    if (first) {
      if (failed === 0) ctx.log.warn({ err: first.error, messageId: first.messageId }, 'media.not_deleted');
      const messageIds = left.map(({ messageId }) => messageId);
      await store.postponeRemoval(ctx.db, messageIds, new Date(now.getTime() + RETRY_MS));
    }
    deleted += done.length;
    failed += left.length;
    if (found.length < CHUNK) break;
  }
  if (failed > 0) ctx.log.warn({ files: failed }, 'media.deletions_postponed');
  return deleted;
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
async function deleteFiles(files: FileStore, found: readonly store.RemovedMedia[], patience: Patience) {
  const done: number[] = [];
  const left: { messageId: number; error: StoreUnavailable }[] = [];
  for (const { message_id: messageId, file_id } of found) {
    if (patience.isOver()) break;
    try {
      await removeFile(files, file_id);
      done.push(messageId);
      patience.noteSuccess();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      left.push({ messageId, error });
    }
  }
  return { done, left };
}

export async function removeFile(files: FileStore, fileId: string): Promise<void> {
  await Promise.all([files.remove(fileId), files.remove(thumbnailName(fileId))]);
}
