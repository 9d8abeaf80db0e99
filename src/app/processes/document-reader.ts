import { documentJob } from '../../assistant/knowledge/documents/document-job.ts';
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
import type { Job } from '../../platform/lib/jobs.ts';
import { openTempFolder } from '../../platform/lib/temp-folder.ts';
import { reachOf } from '../reach.ts';

/** Stop it after its jobs. */
export function openDocumentReader(
  ctx: Context,
  clients: SiteWorkerOptions['clients'],
): { jobs: Job[]; stop(): Promise<void> } {
  const publicClient = createGuardedClient({ ...reachOf(ctx.config, 'live'), allowNetworks: [] });
  const files = openFileStore(ctx.config);
  const opening = openTempFolder(ctx.config.KURIR_DATA_DIR, 'documents').then(async (folder) => {
    const isolation = await findIsolation(ctx.config.KURIR_DATA_DIR);
    if (isolation.length === 0)
      ctx.log.warn({ needs: 'unshare and user namespaces' }, 'knowledge.reader_has_network');
    const limits = { ...PAGE_LIMITS, isolation };
    const sites = new SiteWorker(ctx, { folder: folder.path, clients, publicClient, limits });
    sites.start();
    return { sites, folder, isolation };
  });
  // Without the folder it is off. `stop` sees the failure.
  opening.catch((error: unknown) => ctx.log.error({ err: error }, 'knowledge.not_started'));
  const options = opening.then(({ folder, isolation }) => ({
    ...{ files, folder: folder.path, limits: { ...READER_LIMITS, isolation } },
  }));
  options.catch(() => {});
  return {
    jobs: [documentJob(ctx, options)],
    async stop() {
      const opened = await opening.catch(() => null);
      await opened?.sites.stop();
      await Promise.all([opened?.folder.remove(), publicClient.close(), files.close()]);
    },
  };
}
