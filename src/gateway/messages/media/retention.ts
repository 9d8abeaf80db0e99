import type { Context } from '../../../context.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import { namesOf } from '../../../platform/lib/file-store/names.ts';
import { removeFiles } from '../../../platform/lib/file-store/removal.ts';
import * as store from './store.ts';

const CHUNK = 100;

export async function removeOldMedia(ctx: Context, files: FileStore, patienceMs?: number): Promise<number> {
  const days = ctx.config.KURIR_MEDIA_DAYS;
  // Zero ends fetches, not stored files.
  if (days === 0) return 0;
  const before = new Date(ctx.now().getTime() - days * DAY);
  while ((await store.expire(ctx.db, { before, limit: CHUNK })) === CHUNK);
  return deleteRemovedMedia(ctx, files, patienceMs);
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
