import { storageFloor } from '../../accounts/storage/storage.ts';
import type { Context } from '../../context.ts';
import { openPictures } from '../../lib/media/pictures.ts';
import { openTempFolder } from '../../lib/temp-folder.ts';
import { MediaWorker } from '../../messages/media/media-worker.ts';
import { deleteRemovedMedia, removeOldMedia } from '../../messages/media/retention.ts';
import { openFileStore } from '../file-store.ts';
import { openFileSources } from './file-sources.ts';
import { maxMediaBytes } from './media.ts';

/** Fetches the files of customers, and removes old ones. */
export function startMediaWorker(ctx: Context, sandboxUrl: string | null) {
  const files = openFileStore(ctx.config);
  const network = openFileSources(ctx.config, sandboxUrl);
  const pictures = openPictures();
  const opening = openTempFolder(ctx.config.KURIR_DATA_DIR, 'inbound').then((folder) => {
    const worker = new MediaWorker(ctx, {
      files,
      pictures,
      sources: network.sources,
      folder: folder.path,
      maxBytes: maxMediaBytes(ctx.config),
      reserveBytes: storageFloor(ctx.config),
    });
    worker.start();
    return { worker, folder };
  });
  // Without its folder the worker is off. `stop` sees the same failure.
  opening.catch((error: unknown) => ctx.log.error({ err: error }, 'media.not_started'));

  return {
    async deleteWithdrawn(): Promise<void> {
      const removed = await deleteRemovedMedia(ctx, files);
      if (removed > 0) ctx.log.info({ files: removed }, 'media.withdrawn');
    },
    async tidy(): Promise<void> {
      const removed = await removeOldMedia(ctx, files);
      ctx.log.info({ files: removed }, 'media.tidied');
    },
    async stop(): Promise<void> {
      const opened = await opening.catch(() => null);
      await opened?.worker.stop();
      await Promise.all([pictures.close(), network.close(), files.close(), opened?.folder.remove()]);
    },
  };
}
