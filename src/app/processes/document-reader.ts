import { DocumentWorker } from '../../automation/knowledge/documents/document-worker.ts';
import type { Context } from '../../context.ts';
import { openTempFolder } from '../../lib/temp-folder.ts';

/** Reads documents of the assistant. */
export function startDocumentReader(ctx: Context): { stop(): Promise<void> } {
  const opening = openTempFolder(ctx.config.KURIR_DATA_DIR, 'documents').then((folder) => {
    const worker = new DocumentWorker(ctx, { folder: folder.path });
    worker.start();
    return { worker, folder };
  });
  // Without its folder the worker is off. `stop` sees the same failure.
  opening.catch((error: unknown) => ctx.log.error({ err: error }, 'knowledge.not_started'));
  return {
    async stop() {
      const opened = await opening.catch(() => null);
      await opened?.worker.stop();
      await opened?.folder.remove();
    },
  };
}
