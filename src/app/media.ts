import type { Config } from '../config.ts';
import type { Network } from '../gateway/engines/engine.ts';
import { SECOND } from '../platform/lib/clock.ts';
import { createGuardedClient } from '../platform/lib/guarded-fetch/client.ts';
import { createMediaFetcher, type MediaFetcher, type UploadSource } from '../platform/lib/media/fetcher.ts';
import type { MediaType } from '../platform/lib/media/formats.ts';
import { openPictures } from '../platform/lib/media/pictures.ts';
import { openTempFolder } from '../platform/lib/temp-folder.ts';
import { reachOf } from './reach.ts';

export interface OpenMedia {
  fetcher: MediaFetcher;
  close(): Promise<void>;
}

/** `close` ends downloads and removes their files. `use` is the name of no other folder of the process. */
export async function openMedia(
  config: Config,
  network: Network,
  { use, maxBytes, uploads }: { use: string; maxBytes: Record<MediaType, number>; uploads?: UploadSource },
): Promise<OpenMedia> {
  const folder = await openTempFolder(config.KURIR_DATA_DIR, `${use}-${network}`);
  const client = createGuardedClient(reachOf(config, network));
  const pictures = openPictures();
  const fetcher = createMediaFetcher({
    client,
    pictures,
    folder: folder.path,
    maxBytes,
    timeoutMs: config.KURIR_MEDIA_TIMEOUT_SECONDS * SECOND,
    ...(uploads && { uploads }),
  });
  return {
    fetcher,
    async close() {
      await Promise.all([client.close(), pictures.close()]);
      await folder.remove();
    },
  };
}
