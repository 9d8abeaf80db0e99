import type { Config } from '../../config.ts';
import type { Network } from '../../gateway/engines/engine.ts';
import type { UploadExample } from '../../gateway/engines/templates.ts';
import { type ExampleFiles, MAX_EXAMPLE_BYTES } from '../../gateway/templates/making/example-file.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { once } from '../../platform/lib/once.ts';
import { type OpenMedia, openMedia } from '../media.ts';

/** No header has sound. */
const MAX_BYTES = { ...MAX_EXAMPLE_BYTES, audio: 0 };

/** Few gateways need them. */
export function openExampleFiles(http: Http, config: Config, upload: UploadExample): ExampleFiles {
  const opened: OpenMedia[] = [];
  http.addHook('onClose', async () => {
    await Promise.all(opened.map((media) => media.close()));
  });
  const opener = (network: Network) =>
    once(async () => {
      const media = await openMedia(config, network, { use: 'examples', maxBytes: MAX_BYTES });
      opened.push(media);
      return media;
    });
  const fetchers = { live: opener('live'), sandbox: opener('sandbox') };
  return { upload, fetcher: async (network) => (await fetchers[network]()).fetcher };
}
