import { DocumentWorker } from '../../assistant/knowledge/documents/document-worker.ts';
import { READER_LIMITS } from '../../assistant/knowledge/documents/reading/document-reader.ts';
import { findIsolation } from '../../assistant/knowledge/documents/reading/isolation.ts';
import {
  PAGE_LIMITS,
  SiteWorker,
  type SiteWorkerOptions,
} from '../../assistant/knowledge/sites/walk/site-worker.ts';
import type { Context } from '../../context.ts';
import { openFileStore } from '../../files.ts';
import { createGuardedClient } from '../../platform/lib/guarded-fetch/client.ts';
import { openTempFolder } from '../../platform/lib/temp-folder.ts';
import { reachOf } from '../reach.ts';

/** Reads documents of the assistant, uploaded ones and those on the web. */
export function startDocumentReader(
  ctx: Context,
  clients: SiteWorkerOptions['clients'],
): { stop(): Promise<void> } {
  const publicClient = createGuardedClient({ ...reachOf(ctx.config, 'live'), allowNetworks: [] });
  const files = openFileStore(ctx.config);
  const opening = openTempFolder(ctx.config.KURIR_DATA_DIR, 'documents').then(async (folder) => {
    const isolation = await findIsolation(ctx.config.KURIR_DATA_DIR);
    if (isolation.length === 0)
      ctx.log.warn({ needs: 'unshare and user namespaces' }, 'knowledge.reader_has_network');
    const place = { folder: folder.path };
    const workers = [
      new DocumentWorker(ctx, { ...place, files, limits: { ...READER_LIMITS, isolation } }),
      new SiteWorker(ctx, { ...place, clients, publicClient, limits: { ...PAGE_LIMITS, isolation } }),
    ];
    for (const worker of workers) worker.start();
    return { workers, folder };
  });
  // Without their folder the workers are off. `stop` sees the same failure.
  opening.catch((error: unknown) => ctx.log.error({ err: error }, 'knowledge.not_started'));
  return {
    async stop() {
      const opened = await opening.catch(() => null);
      await Promise.all(opened?.workers.map((worker) => worker.stop()) ?? []);
      await Promise.all([opened?.folder.remove(), publicClient.close(), files.close()]);
    },
  };
}
