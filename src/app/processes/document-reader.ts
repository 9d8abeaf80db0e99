import { DocumentWorker } from '../../automation/knowledge/documents/document-worker.ts';
import { SiteWorker, type SiteWorkerOptions } from '../../automation/knowledge/sites/walk/site-worker.ts';
import type { Context } from '../../context.ts';
import { createGuardedClient } from '../../lib/guarded-fetch/client.ts';
import { openTempFolder } from '../../lib/temp-folder.ts';
import { reachOf } from '../reach.ts';

/** Reads documents of the assistant, uploaded ones and those on the web. */
export function startDocumentReader(
  ctx: Context,
  clients: SiteWorkerOptions['clients'],
): { stop(): Promise<void> } {
  const publicClient = createGuardedClient({ ...reachOf(ctx.config, 'live'), allowNetworks: [] });
  const opening = openTempFolder(ctx.config.KURIR_DATA_DIR, 'documents').then((folder) => {
    const workers = [
      new DocumentWorker(ctx, { folder: folder.path }),
      new SiteWorker(ctx, { folder: folder.path, clients, publicClient }),
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
      await Promise.all([opened?.folder.remove(), publicClient.close()]);
    },
  };
}
