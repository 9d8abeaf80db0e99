import type { Config } from '../config.ts';
import { SECOND } from '../lib/clock.ts';
import { createGuardedClient } from '../lib/guarded-fetch/client.ts';
import { createMediaFetcher, type MediaFetcher } from '../lib/media/fetcher.ts';
import { allowedNetworks } from './allowed-networks.ts';
import { openTempFolder } from './temp-folder.ts';

const MEBIBYTE = 1024 * 1024;

/** The fetcher of media files for this process; `close` cuts what is under way and leaves nothing on the disk. */
export async function openMedia(
  config: Config,
  name: string,
): Promise<{ fetcher: MediaFetcher; close(): Promise<void> }> {
  const folder = await openTempFolder(config.KURIR_DATA_DIR, name);
  const client = createGuardedClient({ allowNetworks: allowedNetworks(config) });
  const fetcher = createMediaFetcher({
    client,
    folder: folder.path,
    maxBytes: {
      image: config.KURIR_MEDIA_MAX_IMAGE_MIB * MEBIBYTE,
      audio: config.KURIR_MEDIA_MAX_AUDIO_MIB * MEBIBYTE,
      video: config.KURIR_MEDIA_MAX_VIDEO_MIB * MEBIBYTE,
      document: config.KURIR_MEDIA_MAX_DOCUMENT_MIB * MEBIBYTE,
    },
    timeoutMs: config.KURIR_MEDIA_TIMEOUT_SECONDS * SECOND,
  });
  return {
    fetcher,
    async close() {
      await client.close();
      await folder.remove();
    },
  };
}
