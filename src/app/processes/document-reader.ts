import { documentJob } from '../../assistant/knowledge/documents/document-job.ts';
import { READER_LIMITS } from '../../assistant/knowledge/documents/reading/document-reader.ts';
import { findIsolation } from '../../assistant/knowledge/documents/reading/isolation.ts';
import { ReadingTurns } from '../../assistant/knowledge/sites/walk/reading-turns.ts';
import { PAGE_LIMITS, type SiteJobOptions, siteJob } from '../../assistant/knowledge/sites/walk/site-job.ts';
import type { Context } from '../../context.ts';
import { openFileStore } from '../../files.ts';
import { createGuardedClient } from '../../platform/lib/guarded-fetch/client.ts';
import type { Job } from '../../platform/lib/jobs.ts';
import { openTempFolder } from '../../platform/lib/temp-folder.ts';
import { reachOf } from '../reach.ts';

/** Stop it after its jobs. */
export function openDocumentReader(
  ctx: Context,
  clients: SiteJobOptions['clients'],
): { jobs: Job[]; stop(): Promise<void> } {
  const publicClient = createGuardedClient({ ...reachOf(ctx.config, 'live'), allowNetworks: [] });
  const files = openFileStore(ctx.config);
  const opening = openTempFolder(ctx.config.KURIR_DATA_DIR, 'documents').then(async (temporary) => {
    const isolation = await findIsolation(ctx.config.KURIR_DATA_DIR);
    if (isolation.length === 0)
      ctx.log.warn({ needs: 'unshare and user namespaces' }, 'knowledge.reader_has_network');
    return { temporary, isolation, folder: temporary.path };
  });
  // Without the folder the jobs fail. `stop` sees the failure.
  opening.catch((error: unknown) => ctx.log.error({ err: error }, 'knowledge.not_started'));
  const turns = new ReadingTurns(ctx);
  return {
    jobs: [
      documentJob(ctx, async () => {
        const { folder, isolation } = await opening;
        return { files, folder, limits: { ...READER_LIMITS, isolation } };
      }),
      siteJob(ctx, async () => {
        const { folder, isolation } = await opening;
        return { clients, publicClient, turns, folder, limits: { ...PAGE_LIMITS, isolation } };
      }),
    ],
    async stop() {
      const opened = await opening.catch(() => null);
      await Promise.all([opened?.temporary.remove(), publicClient.close(), files.close()]);
    },
  };
}
