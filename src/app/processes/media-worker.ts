import { removeUploads as removeDocuments } from '../../assistant/knowledge/documents/upload-files.ts';
import type { Context } from '../../context.ts';
import { openFileStore } from '../../files.ts';
import { MediaWorker } from '../../gateway/messages/media/media-worker.ts';
import { deleteRemovedMedia, removeOldMedia } from '../../gateway/messages/media/retention.ts';
import { removePartials } from '../../gateway/uploads/partial/partial.ts';
import { removeUploads } from '../../gateway/uploads/upload.ts';
import { maxMediaBytes } from '../../media-settings.ts';
import { storageFloor } from '../../platform/accounts/storage/storage.ts';
import type { Job } from '../../platform/lib/jobs.ts';
import { openPictures } from '../../platform/lib/media/pictures.ts';
import { openTempFolder } from '../../platform/lib/temp-folder.ts';
import { exportJobs } from '../account-copy/exports/job.ts';
import { findHeld } from '../held-files.ts';
import { openFileSources } from './file-sources.ts';

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
  // Without its folder it is off. `stop` sees the failure.
  opening.catch((error: unknown) => ctx.log.error({ err: error }, 'media.not_started'));

  return {
    jobs: [
      {
        name: 'media.withdrawn',
        cron: '* * * * *',
        run: async () => {
          const removed = [
            deleteRemovedMedia(ctx, files),
            removeDocuments(ctx, files),
            removeUploads(ctx, files, findHeld),
            removePartials(ctx, files),
          ];
          return (await Promise.all(removed)).reduce((sum, each) => sum + each);
        },
      },
      { name: 'media.retention', cron: '27 4 * * *', run: () => removeOldMedia(ctx, files) },
      ...exportJobs(ctx, files),
    ] satisfies Job[],
    async stop(): Promise<void> {
      const opened = await opening.catch(() => null);
      await opened?.worker.stop();
      await Promise.all([pictures.close(), network.close(), files.close(), opened?.folder.remove()]);
    },
  };
}
