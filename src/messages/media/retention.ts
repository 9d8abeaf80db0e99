import type { Context } from '../../context.ts';
import { DAY } from '../../lib/clock.ts';
import type { FileStore } from '../../lib/file-store/file-store.ts';
import { thumbnailName } from './names.ts';
import { listOld, listWithdrawn, markRemoved, type OldMedia } from './store.ts';

const CHUNK = 100;

/** Removes files after their days. */
export function removeOldMedia(ctx: Context, files: FileStore): Promise<number> {
  const now = ctx.now();
  const before = new Date(now.getTime() - ctx.config.KURIR_MEDIA_DAYS * DAY);
  return removeAll(ctx, files, () => listOld(ctx.db, { before, now, limit: CHUNK }));
}

/** Removes files of messages that customers deleted. Their rows are removed already. */
export function removeWithdrawnMedia(ctx: Context, files: FileStore): Promise<number> {
  return removeAll(ctx, files, () => listWithdrawn(ctx.db, CHUNK));
}

/** Files first, then their rows, so that a repetition finds what is left. */
async function removeAll(ctx: Context, files: FileStore, list: () => Promise<OldMedia[]>): Promise<number> {
  for (let total = 0; ; ) {
    const found = await list();
    for (const { file_id } of found) await removeFile(files, file_id);
    const messageIds = found.map(({ message_id }) => message_id);
    await markRemoved(ctx.db, messageIds, ctx.now());
    total += found.length;
    if (found.length < CHUNK) return total;
  }
}

export async function removeFile(files: FileStore, fileId: string): Promise<void> {
  await Promise.all([files.remove(fileId), files.remove(thumbnailName(fileId))]);
}
