import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { giveUpFiles, nameFiles, releaseFiles } from '../../../assistant/knowledge/documents/upload-files.ts';
import type { Context } from '../../../context.ts';
import { requireFreeSpace } from '../../../platform/accounts/storage/storage.ts';
import { GIBIBYTE } from '../../../platform/lib/bytes.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import { localFile } from '../../../platform/lib/file-store/local-file.ts';
import type { Job } from '../../../platform/lib/jobs.ts';
import { openTempFolder } from '../../../platform/lib/temp-folder.ts';
import { exportAccount } from '../export.ts';
import { ZipTooLarge } from '../zip-writer.ts';
import { EXPORTING, KEPT_DAYS, removeExports } from './export-request.ts';
import type { ExportRow } from './store.ts';
import * as store from './store.ts';

/** Bytes of one export. The command has no limit. */
const MAX_BYTES = 20 * GIBIBYTE;
const MAX_ATTEMPTS = 8;

/** Makes the exports that owners ask for, one at a time per process, and removes old ones. */
export const exportJobs = (ctx: Context, files: FileStore, maxBytes = MAX_BYTES): Job[] => [
  {
    name: EXPORTING,
    slots: 1,
    due: () => store.listOpen(ctx.db, {}),
    async run({ accountId }, stopping) {
      const row = await store.startExport(ctx.db, { accountId });
      if (!row) return;
      try {
        if (row.attempts > MAX_ATTEMPTS) throw new Error('each attempt ended its process');
        await make(ctx, files, { row, maxBytes, stopping });
      } catch (error) {
        const isLarge = error instanceof ZipTooLarge;
        if (stopping.aborted || (!isLarge && row.attempts < MAX_ATTEMPTS)) throw error;
        ctx.log.warn({ err: error, accountId, exportId: row.id }, 'accounts.export_failed');
        const problem = isLarge ? 'too_large' : 'failed';
        await store.failExport(ctx.db, { accountId, id: row.id, error: problem, now: ctx.now() });
      }
    },
  },
  { name: 'accounts.remove_exports', cron: '*/10 * * * *', run: () => removeExports(ctx, files) },
];

interface Work {
  row: ExportRow;
  maxBytes: number;
  stopping: AbortSignal;
}

/** The file is named before it is stored, so a killed attempt leaves nothing for longer than a day. */
async function make(ctx: Context, files: FileStore, { row, maxBytes, stopping }: Work): Promise<void> {
  const { id, account_id: accountId, actor: type, actor_id, attempts } = row;
  const folder = await openTempFolder(ctx.config.KURIR_DATA_DIR, 'exports');
  try {
    const file = path.join(folder.path, id);
    const asker = { ...ctx, actor: { type, id: actor_id, address: null } };
    const check = async () => {
      stopping.throwIfAborted();
      await requireFreeSpace(ctx);
    };
    const onStep = (steps: number, total: number) => store.noteSteps(ctx.db, { accountId, id, steps, total });
    await exportAccount(asker, files, accountId, file, { onStep, check, maxBytes });
    const written = await localFile(file);
    const fileId = randomUUID();
    await nameFiles(ctx, [fileId], new Date(ctx.now().getTime() + DAY));
    await files.put(fileId, written, stopping);
    const now = ctx.now();
    const removeAt = new Date(now.getTime() + KEPT_DAYS * DAY);
    const finished = await ctx.db.transaction(async (tx) => {
      const { size, sha256 } = written;
      const made = { accountId, id, fileId, attempts, size, sha256, now, removeAt };
      if (!(await store.finishExport(tx, made))) return false;
      if (!(await releaseFiles(ctx, tx, [fileId]))) throw new Error('the export took longer than a day');
      return true;
    });
    if (!finished) await giveUpFiles(ctx, [fileId]);
  } finally {
    await folder.remove();
  }
}
