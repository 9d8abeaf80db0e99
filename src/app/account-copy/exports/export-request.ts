import type { Context } from '../../../context.ts';
import type { Account } from '../../../platform/accounts/account.ts';
import { record } from '../../../platform/audit/audit.ts';
import { daysAgo } from '../../../platform/lib/clock.ts';
import { atOnce, type ErasureStep } from '../../../platform/lib/erasing.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import { removeFiles } from '../../../platform/lib/file-store/removal.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import type { ExportRow } from './store.ts';
import * as store from './store.ts';

export const EXPORTING = 'accounts.export';

/** Then its file goes. A later export of the account replaces it before. */
export const KEPT_DAYS = 7;
/** Rows without a file stay for the list. */
const LISTED_DAYS = 90;
export const MAX_LISTED = 50;

type Owner = Pick<Account, 'id'>;

/** ApiError export_running: an account makes one at a time. */
export async function requestExport(ctx: Context, { id: accountId }: Owner): Promise<ExportRow> {
  const { type: actor, id: actorId } = ctx.actor;
  return ctx.db.transaction(async (tx) => {
    const made = await store.insertExport(tx, { accountId, actor, actorId, now: ctx.now() });
    if (!made) throw new ApiError('export_running');
    await record(tx, ctx, [{ action: 'account.export_requested', accountId, target: made.id }]);
    await enqueue(tx, { name: EXPORTING, accountId });
    return made;
  });
}

/** Newest first. */
export const listExports = (ctx: Pick<Context, 'db'>, { id: accountId }: Owner): Promise<ExportRow[]> =>
  store.listExports(ctx.db, { accountId, limit: MAX_LISTED });

/** For a download, which the audit log has. ApiError export_not_found, export_not_ready. */
export async function useExport(ctx: Context, { id: accountId }: Owner, id: string): Promise<ExportRow> {
  const found = isUuid(id) ? await store.findExport(ctx.db, { accountId, id }) : undefined;
  if (!found) throw new ApiError('export_not_found');
  if (found.state !== 'done') throw new ApiError('export_not_ready');
  await ctx.db.transaction((tx) =>
    record(tx, ctx, [{ action: 'account.export_downloaded', accountId, target: id }]),
  );
  return found;
}

/** A copy from before an erasure has the person. */
export const exportsErasure: ErasureStep = atOnce('exports', (tx, { accountId, requestedAt: now }) =>
  store.withdrawExports(tx, { accountId, states: ['running', 'done'], now }),
);

/** Of a cancelled account. */
export async function endExports(ctx: Context, { id: accountId }: Owner): Promise<true> {
  const states = ['waiting', 'running', 'done'] as const;
  await ctx.db.transaction((tx) => store.withdrawExports(tx, { accountId, states, now: ctx.now() }));
  return true;
}

/** Files whose time is over, and entries without a use. */
export async function removeExports(ctx: Context, files: FileStore): Promise<number> {
  await store.deleteOld(ctx.db, { before: daysAgo(ctx, LISTED_DAYS) });
  return removeFiles(ctx, files, {
    list: (now: Date, limit: number) => store.listRemovals(ctx.db, { now, limit }),
    namesOf: ({ file_id }) => (file_id === null ? [] : [file_id]),
    noteRemoval: (rows) => store.noteRemoval(ctx.db, { ids: rows.map(({ id }) => id) }),
    postpone: (rows, until) => store.postponeRemoval(ctx.db, { ids: rows.map(({ id }) => id), until }),
  });
}
