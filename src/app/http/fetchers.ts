import type { Config } from '../../config.ts';
import type { Network } from '../../gateway/engines/engine.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import type { MediaFetcher } from '../../platform/lib/media/fetcher.ts';
import { once } from '../../platform/lib/once.ts';
import { type OpenMedia, openMedia } from '../media.ts';

/** Each opens with its first file: few gateways need them. */
export function openFetchers(
  http: Http,
  config: Config,
  options: Pick<Parameters<typeof openMedia>[2], 'use' | 'maxBytes' | 'uploads'>,
): (network: Network) => Promise<MediaFetcher> {
  const opened: OpenMedia[] = [];
  http.addHook('onClose', async () => {
    await Promise.all(opened.map((media) => media.close()));
  });
  const opener = (network: Network) =>
    once(async () => {
      const media = await openMedia(config, network, options);
      opened.push(media);
      return media;
    });
  const fetchers = { live: opener('live'), sandbox: opener('sandbox') };
  return async (network) => (await fetchers[network]()).fetcher;
}
