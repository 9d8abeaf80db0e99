import path from 'node:path';
import type { Context } from '../../../context.ts';
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

const GIBIBYTE = 1024 ** 3;
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
        await make(ctx, files, { row, maxBytes });
      } catch (error) {
        const isLarge = error instanceof ZipTooLarge;
        if (stopping.aborted || (!isLarge && row.attempts < MAX_ATTEMPTS)) throw error;
        ctx.log.warn({ err: error, accountId, exportId: row.id }, 'accounts.export_failed');
        const problem = isLarge ? 'too_large' : 'failed';
        await store.failExport(ctx.db, { id: row.id, error: problem, now: ctx.now() });
      }
    },
  },
  { name: 'accounts.remove_exports', cron: '*/10 * * * *', run: () => removeExports(ctx, files) },
];

interface Work {
  row: ExportRow;
  maxBytes: number;
}

async function make(ctx: Context, files: FileStore, { row, maxBytes }: Work): Promise<void> {
  const { id, account_id: accountId, actor: type, actor_id } = row;
  const folder = await openTempFolder(ctx.config.KURIR_DATA_DIR, 'exports');
  try {
    const file = path.join(folder.path, id);
    const asker = { ...ctx, actor: { type, id: actor_id, address: null } };
    const onStep = (steps: number, total: number) => store.noteSteps(ctx.db, { id, steps, total });
    await exportAccount(asker, files, accountId, file, { onStep, maxBytes });
    const written = await localFile(file);
    await files.put(id, written);
    const now = ctx.now();
    const removeAt = new Date(now.getTime() + KEPT_DAYS * DAY);
    const finished = await ctx.db.transaction(async (tx) => {
      const { size, sha256 } = written;
      const done = await store.finishExport(tx, { id, size, sha256, now, removeAt });
      if (done > 0) await store.withdrawExports(tx, { accountId, states: ['done'], except: id, now });
      return done;
    });
    if (finished === 0) await files.remove(id);
  } finally {
    await folder.remove();
  }
}
