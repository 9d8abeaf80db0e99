import type { Config } from '../../config.ts';
import type { Network } from '../../engines/engine.ts';
import type { UploadExample } from '../../engines/templates.ts';
import { SECOND } from '../../lib/clock.ts';
import { createGuardedClient } from '../../lib/guarded-fetch/client.ts';
import type { Http } from '../../lib/http/http.ts';
import { createMediaFetcher, type MediaFetcher } from '../../lib/media/fetcher.ts';
import { openPictures } from '../../lib/media/pictures.ts';
import { openTempFolder } from '../../lib/temp-folder.ts';
import { type ExampleFiles, MAX_EXAMPLE_BYTES } from '../../templates/making/example-file.ts';
import { reachOf } from '../reach.ts';

/** No header has sound. */
const MAX_BYTES = { ...MAX_EXAMPLE_BYTES, audio: 0 };

interface Opened {
  fetcher: MediaFetcher;
  close(): Promise<void>;
}

/** Few gateways make templates, so folders and clients come with the first file. */
export function openExampleFiles(http: Http, config: Config, upload: UploadExample): ExampleFiles {
  const opened = new Map<Network, Promise<Opened>>();
  http.addHook('onClose', async () => {
    await Promise.all([...opened.values()].map(async (each) => (await each).close()));
  });
  return {
    upload,
    async fetcher(network) {
      const known = opened.get(network) ?? openFetcher(config, network);
      opened.set(network, known);
      return (await known).fetcher;
    },
  };
}

async function openFetcher(config: Config, network: Network): Promise<Opened> {
  const folder = await openTempFolder(config.KURIR_DATA_DIR, `examples-${network}`);
  const client = createGuardedClient(reachOf(config, network));
  const pictures = openPictures();
  const fetcher = createMediaFetcher({
    ...{ client, pictures, folder: folder.path, maxBytes: MAX_BYTES },
    timeoutMs: config.KURIR_MEDIA_TIMEOUT_SECONDS * SECOND,
  });
  return {
    fetcher,
    async close() {
      await Promise.all([client.close(), pictures.close()]);
      await folder.remove();
    },
  };
}
