import type { LookupFunction } from 'node:net';
import type { Config } from '../../config.ts';
import { createEconomyFiles } from '../../gateway/engines/economy/inbound/fetch-file.ts';
import { createGraph } from '../../gateway/engines/official-cloud/graph/graph.ts';
import { createOfficialFiles } from '../../gateway/engines/official-cloud/media/fetch-file.ts';
import type { FileSources } from '../../gateway/messages/media/file-fetch.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { createGuardedClient } from '../../platform/lib/guarded-fetch/client.ts';
import { openNames } from '../../platform/lib/names/names.ts';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const EVERYWHERE = ['0.0.0.0/0', '::/0'];
const WHATSAPP_FILES = 'https://mmg.whatsapp.net';
/** The Graph API's files. */
const GRAPH_FILES = /^([\w-]+\.)*(fbsbx\.com|fbcdn\.net)$/;

/** Fixed hosts: no message can direct a download elsewhere. KURIR_ALLOW_NETWORKS is for customers. */
export function openFileSources(
  config: Config,
  sandboxUrl: string | null,
): { sources: FileSources; close(): Promise<void> } {
  const names = openNames();
  const live = liveSources(config, names.lookup);
  const sandbox =
    sandboxUrl === null ? null : sandboxSources(config, new URL(sandboxUrl).origin, names.lookup);
  return {
    sources: { live: live.sources, sandbox: sandbox?.sources },
    async close() {
      names.close();
      await Promise.all([live.close(), sandbox?.close()]);
    },
  };
}

function liveSources(config: Config, lookup: LookupFunction) {
  const isPlainAllowed = config.KURIR_ALLOW_INSECURE_PROVIDERS === '1';
  const graphOrigin = new URL(config.KURIR_GRAPH_URL).origin;
  const isFileHost = ({ protocol, port, hostname }: URL) =>
    protocol === 'https:' && port === '' && GRAPH_FILES.test(hostname);
  return openSources(config, lookup, {
    allowNetworks: isPlainAllowed ? LOOPBACK : [],
    economyOrigin: WHATSAPP_FILES,
    graphUrl: config.KURIR_GRAPH_URL,
    isProvider: (url) => url.origin === graphOrigin || isFileHost(url),
  });
}

/** The only host, also private. */
function sandboxSources(config: Config, origin: string, lookup: LookupFunction) {
  return openSources(config, lookup, {
    allowNetworks: EVERYWHERE,
    economyOrigin: origin,
    graphUrl: `${origin}/graph`,
    isProvider: (url) => url.origin === origin,
  });
}

function openSources(
  config: Config,
  lookup: LookupFunction,
  provider: {
    allowNetworks: readonly string[];
    economyOrigin: string;
    graphUrl: string;
    isProvider(url: URL): boolean;
  },
) {
  const timeoutMs = config.KURIR_MEDIA_TIMEOUT_SECONDS * SECOND;
  const client = createGuardedClient({ allowNetworks: provider.allowNetworks });
  const graph = createGraph({
    url: provider.graphUrl,
    version: config.KURIR_GRAPH_VERSION,
    lookup,
    connections: 4,
  });
  return {
    sources: {
      economy: createEconomyFiles({ client, origin: provider.economyOrigin, timeoutMs }),
      official_cloud: createOfficialFiles({ client, graph, isProvider: provider.isProvider, timeoutMs }),
    },
    async close() {
      await Promise.all([client.close(), graph.close()]);
    },
  };
}
