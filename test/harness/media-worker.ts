import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Context } from '../../src/context.ts';
import { MediaWorker, type MediaWorkerOptions } from '../../src/gateway/messages/media/media-worker.ts';
import { maxMediaBytes } from '../../src/media-settings.ts';
import type { FileStore } from '../../src/platform/lib/file-store/file-store.ts';
import { openFolderStore } from '../../src/platform/lib/file-store/folder-store.ts';
import { openPictures } from '../../src/platform/lib/media/pictures.ts';
import { tablesOf } from './tables.ts';
import { until } from './until.ts';

/** A worker with its own folders, started unless the test wants to. */
export async function openMediaWorker(
  ctx: Context,
  options: Pick<MediaWorkerOptions, 'sources'> & Partial<MediaWorkerOptions>,
) {
  const root = await mkdtemp(path.join(tmpdir(), 'kurir-media-worker-'));
  const files: FileStore = options.files ?? openFolderStore(path.join(root, 'media'));
  const pictures = options.pictures ?? openPictures();
  const worker = new MediaWorker(ctx, {
    files,
    pictures,
    folder: root,
    maxBytes: maxMediaBytes(ctx.config),
    reserveBytes: 0,
    pollMs: 50,
    ...options,
  });
  onTestFinished(async () => {
    await worker.stop();
    await pictures.close();
    await rm(root, { recursive: true, force: true });
  });
  return { worker, files, folder: root };
}

/** The row of a file by the id of the message at WhatsApp. */
export function mediaRow(ctx: Context, waMessageId: string) {
  return tablesOf(ctx.db)
    .selectFrom('message_media')
    .innerJoin('messages', 'messages.id', 'message_media.message_id')
    .selectAll('message_media')
    .select('messages.public_id')
    .where('messages.wa_message_id', '=', waMessageId)
    .executeTakeFirst();
}

export const settledMedia = (ctx: Context, waMessageId: string) =>
  until(
    async () => {
      const row = await mediaRow(ctx, waMessageId);
      return row && row.state !== 'waiting' ? row : undefined;
    },
    { what: 'a settled file' },
  );
