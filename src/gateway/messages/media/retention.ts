import type { Context } from '../../../context.ts';
import { daysAgo } from '../../../platform/lib/clock.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import { namesOf } from '../../../platform/lib/file-store/names.ts';
import { removeFiles } from '../../../platform/lib/file-store/removal.ts';
import * as store from './store.ts';

const CHUNK = 100;

export async function removeOldMedia(ctx: Context, files: FileStore, patienceMs?: number): Promise<number> {
  const days = ctx.config.KURIR_MEDIA_DAYS;
  // Zero ends fetches, not stored files.
  if (days === 0) return 0;
  const before = daysAgo(ctx, days);
  while ((await store.expire(ctx.db, { before, limit: CHUNK })) === CHUNK);
  return deleteRemovedMedia(ctx, files, patienceMs);
}

/** Some files of an account, for a job that deletes them later. Their number, and whether more are left. */
export async function expireOldFiles(
  db: Db,
  old: { accountId: number; before: Date },
): Promise<{ deleted: number; isDone: boolean }> {
  const deleted = await store.expireOfAccount(db, { ...old, limit: CHUNK });
  return { deleted, isDone: deleted < CHUNK };
}

/** For the job that deletes them. */
export async function expireFilesOf(tx: Tx, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length > 0) await store.expireOfMessages(tx, { messageIds });
}

/** Files of customers that are stored or wait to be fetched, at most `most`. */
export async function countOldFiles(
  db: Db,
  old: { accountId: number; before: Date; most: number },
): Promise<number> {
  return (await store.countOld(db, old)).files;
}

/** After the leases of their attempts. */
export function deleteRemovedMedia(ctx: Context, files: FileStore, patienceMs?: number): Promise<number> {
  const idsOf = (rows: readonly store.RemovedMedia[]) => rows.map(({ message_id }) => message_id);
  const removals = {
    list: (start: Date, limit: number) => store.listRemoved(ctx.db, { now: start, limit }),
    namesOf: ({ file_id }: store.RemovedMedia) => namesOf(file_id),
    noteRemoval: (rows: readonly store.RemovedMedia[]) =>
      store.noteRemoval(ctx.db, { messageIds: idsOf(rows), now: ctx.now() }),
    postpone: (rows: readonly store.RemovedMedia[], until: Date) =>
      store.postponeRemoval(ctx.db, { messageIds: idsOf(rows), at: until }),
  };
  return removeFiles(ctx, files, removals, patienceMs);
}
